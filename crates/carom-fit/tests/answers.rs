//! Fits whose answers are known.

mod common;

use carom_fit::{FitError, FitReport, Sources, Standing, Study, Verdict};
use carom_scene::FitFile;
use common::{BALL, BALLS, PROBLEMS, Random, Synthetic, study_of};

fn file(text: &str) -> FitFile {
    FitFile::parse(text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"))
}

fn with(parameters: &str, settings: &str) -> FitFile {
    file(&format!("scene = \"s.toml\"\n[fit]\ndata = \"t.csv\"\n{settings}\n{parameters}"))
}

const RESTITUTION: &str = "[[parameter]]\nat = \"contact.0.restitution\"\n";

#[test]
fn noiseless_measurements_give_the_truth_back() {
    for (number, problem) in PROBLEMS.iter().enumerate() {
        let mut random = Random::new(7);
        let clean = problem.clean(&mut random);
        let quiet: Vec<_> = problem.after.iter().map(|(path, _, _)| (*path, 0.0, false)).collect();
        let silent = Synthetic { after: Box::leak(quiet.into_boxed_slice()), ..*problem };
        let fit = silent.study(silent.table(&clean, &mut random), "").fit(false).expect("solvable");
        for (estimate, &truth) in fit.estimates.iter().zip(problem.truth) {
            // Derivatives are right to 10⁻⁹, and the minimum of squares to rounding over the slope.
            assert!((estimate.value - truth).abs() < 1e-7 * truth, "problem {number}: {estimate:?}");
        }
    }
}

#[test]
fn a_mean_has_the_error_of_a_mean() {
    // v' = e v at v = 1: e is the mean, its error that of the mean, with Student's t of four degrees of freedom.
    let data = "body.ball.velocity.z,bodies.ball.velocity.z\n-1,0.80\n-1,0.84\n-1,0.82\n-1,0.79\n-1,0.80\n";
    let study = study_of(&with(RESTITUTION, ""), Some(BALL), data.to_owned());
    let fit = study.fit(true).expect("solvable");
    let mean = 0.81;
    let squares: f64 = [0.80, 0.84, 0.82, 0.79, 0.80].iter().map(|v: &f64| (v - mean).powi(2)).sum();
    let error = (squares / 4.0 / 5.0).sqrt();
    let Standing::Determined { deviation, interval } = fit.estimates[0].standing else { panic!() };
    assert!((fit.estimates[0].value - mean).abs() < 1e-9 && (deviation - error).abs() < 1e-7 * error);
    // t of 95 % for four degrees of freedom is 2.776.
    assert!((interval[1] - mean - 2.776 * error).abs() < 1e-3 * error);
    // The model is linear: the profile is the interval.
    let profile = fit.estimates[0].profile.as_ref().expect("it was asked for");
    assert!((profile.upper.value().expect("closed") - interval[1]).abs() < 1e-3 * error, "{profile:?}");
    assert_eq!((fit.freedom, fit.verdict), (4, Verdict::NotTested));
}

#[test]
fn of_two_stiffnesses_the_ratio_is_reported_and_neither_has_an_error() {
    let entries = "[[parameter]]\nat = \"contact.*.stiffness\"\nname = \"k\"\neach = true\n";
    let data = "body.upper.velocity.z,bodies.upper.velocity.z,bodies.lower.velocity.z\n-1,0.80,0.40\n-2,1.61,0.79\n-1.5,1.2,0.61\n";
    let study = study_of(&with(entries, ""), Some(BALLS), data.to_owned());
    let fit = study.fit(false).expect("solvable");
    assert!(
        fit.estimates.iter().all(|estimate| estimate.standing == Standing::Undetermined),
        "{:?}",
        fit.estimates
    );
    assert_eq!(fit.combinations.len(), 1);
    // The ratio alone, fitted with one of them held, is the same number with the same error.
    let one =
        study_of(&with("[[parameter]]\nat = \"contact.1.stiffness\"\n", ""), Some(BALLS), data.to_owned());
    let alone = one.fit(false).expect("solvable");
    let Standing::Determined { deviation, .. } = alone.estimates[0].standing else { panic!("{alone:?}") };
    let ratio = &fit.combinations[0];
    let (value, error) = match ratio.parts[0] {
        (1, _) => (ratio.value, ratio.deviation),
        _ => (1.0 / ratio.value, ratio.deviation / (ratio.value * ratio.value)),
    };
    assert!((value / alone.estimates[0].value - 1.0).abs() < 1e-5, "{ratio:?} {:?}", alone.estimates);
    assert!((error / deviation - 1.0).abs() < 1e-3, "{ratio:?} {deviation}");
    let said = FitReport::new(&study, &fit).text();
    assert!(said.contains("do not determine k.0 and k.1, but"), "{said}");
}

#[test]
fn friction_that_only_sticks_is_open() {
    // A ball that hardly slides sticks: any friction above does.
    let data = "body.ball.velocity.x,bodies.ball.velocity.x,bodies.ball.velocity.z\n0.01,0.0072,1.6\n0.012,0.0085,1.61\n0.02,0.0143,1.58\n";
    let entries = format!("{RESTITUTION}[[parameter]]\nat = \"contact.0.friction\"\nrange = [0.2, 2]\n");
    let fit = study_of(&with(&entries, ""), Some(BALL), data.to_owned()).fit(false).expect("solvable");
    assert!(matches!(fit.estimates[0].standing, Standing::Determined { .. }), "{:?}", fit.estimates);
    assert_eq!(fit.estimates[1].standing, Standing::Undetermined);
}

#[test]
fn a_restitution_that_would_be_above_one_is_at_its_bound() {
    let data = "body.ball.velocity.z,bodies.ball.velocity.z\n-1,1.02\n-2,2.01\n-3,3.05\n";
    let fit = study_of(&with(RESTITUTION, ""), Some(BALL), data.to_owned()).fit(false).expect("solvable");
    assert_eq!((fit.estimates[0].value, &fit.estimates[0].standing), (1.0, &Standing::AtBound));
}

#[test]
fn a_model_that_does_not_describe_its_data_says_so() {
    // Restitution that falls with speed, fitted as a constant.
    let problem = &PROBLEMS[4];
    let mut random = Random::new(3);
    let clean = problem.clean(&mut random);
    let table = problem.table(&clean, &mut random);
    let told = format!("{RESTITUTION}[[column]]\nname = \"bodies.ball.velocity.z\"\nnoise = 0.03\n");
    let study = study_of(&with(&told, ""), Some(BALL), table.clone());
    let fit = study.fit(false).expect("solvable");
    assert_eq!(fit.verdict, Verdict::NotDescribed, "{}", fit.chi_square);
    assert!(FitReport::new(&study, &fit).text().contains("DOES NOT DESCRIBE"));
    let right = problem.study(table, "").fit(false).expect("solvable");
    assert_eq!(right.verdict, Verdict::Described, "{}", right.chi_square);
    let cautious = told.replace("0.03", "0.3");
    let fit = study_of(&with(&cautious, ""), Some(BALL), problem.table(&clean, &mut Random::new(5)))
        .fit(false)
        .expect("solvable");
    assert_eq!(fit.verdict, Verdict::NoiseTooLarge);
}

#[test]
fn a_robust_loss_bears_gross_outliers_that_squares_do_not() {
    let problem = &PROBLEMS[2];
    let many = Synthetic { rows: 200, ..*problem };
    let mut random = Random::new(11);
    let clean = many.clean(&mut random);
    let table = many.table(&clean, &mut random);
    // Every fifteenth row is something else.
    let spoiled: String = table
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            0 => format!("{text}\n"),
            _ if line % 15 == 0 => {
                let cells: Vec<&str> = text.split(',').collect();
                format!(
                    "{},{},{},{},{:?},{:?},{:?}\n",
                    cells[0],
                    cells[1],
                    cells[2],
                    cells[3],
                    random.uniform(-3.0, 3.0),
                    random.uniform(0.0, 3.0),
                    random.uniform(-60.0, 60.0)
                )
            }
            _ => format!("{text}\n"),
        })
        .collect();
    let misses = |settings: &str| -> Vec<f64> {
        let fit = many.study(spoiled.clone(), settings).fit(false).expect("solvable");
        let miss = |(estimate, truth): (&carom_fit::Estimate, &f64)| {
            let Standing::Determined { deviation, .. } = estimate.standing else { panic!("{estimate:?}") };
            // Five errors are far more than chance, and errors are small.
            assert!(settings.is_empty() || deviation < 0.02, "{estimate:?}");
            (estimate.value - truth).abs() / deviation
        };
        fit.estimates.iter().zip(many.truth).map(miss).collect()
    };
    for settings in ["loss = \"cauchy\"", "loss = \"huber\"", "loss = \"soft-l1\""] {
        let misses = misses(settings);
        assert!(misses.iter().all(|miss| *miss < 5.0), "{settings} {misses:?}");
    }
}

#[test]
fn values_far_off_are_pointed_out_where_only_their_scatter_tells_of_them() {
    // 300 rows of e = 0.8 with noise of 0.01; in the spoiled table every fiftieth row is something else, and one in which the ball leaves.
    let table = |spoiled: bool| {
        let mut random = Random::new(5);
        let rows = (1..=300).map(|row| {
            let after = 0.8 + 0.01 * random.normal();
            match row {
                _ if spoiled && row % 50 == 0 => "-1,0.1\n".to_owned(),
                7 if spoiled => "1,0.99\n".to_owned(),
                _ => format!("-1,{after:?}\n"),
            }
        });
        format!("body.ball.velocity.z,bodies.ball.velocity.z\n{}", rows.collect::<String>())
    };
    let said = |data: String, settings: &str| {
        let study = study_of(&with(RESTITUTION, settings), Some(BALL), data);
        FitReport::new(&study, &study.fit(false).expect("solvable")).text()
    };
    let (clean, spoiled) = (said(table(false), ""), said(table(true), ""));
    assert!(!clean.contains("spreads off") && !clean.contains("nothing happens"), "{clean}");
    assert!(spoiled.contains("no contact approaches, so that nothing happens: line 8\n"), "{spoiled}");
    assert!(
        spoiled.contains("6 of 300 values of bodies.ball.velocity.z are more than 4 spreads off"),
        "{spoiled}"
    );
    let borne = said(table(true), "loss = \"cauchy\"");
    assert!(!borne.contains("spreads off"), "{borne}");
}

#[test]
fn noise_of_what_was_before_widens_errors_by_as_much_as_it_should() {
    // v' = e v with v measured to 0.1 at v = 1 and v' to 0.1: residuals have the variance 0.01 (1 + e²).
    let rows: String = (0..40).map(|i| format!("-1,{}\n", 0.8 + 0.1 * libm::sin(f64::from(i)))).collect();
    let data = format!("body.ball.velocity.z,bodies.ball.velocity.z\n{rows}");
    let columns = "[[column]]\nname = \"bodies.ball.velocity.z\"\nnoise = 0.1\n[[column]]\nname = \"body.ball.velocity.z\"\nnoise = 0.1\n";
    let fit = study_of(&with(&format!("{RESTITUTION}{columns}"), ""), Some(BALL), data)
        .fit(false)
        .expect("solvable");
    let e = fit.estimates[0].value;
    let Standing::Determined { deviation, .. } = fit.estimates[0].standing else { panic!() };
    let expected = (0.01 * (1.0 + e * e) / 40.0).sqrt();
    assert!((deviation / expected - 1.0).abs() < 1e-4, "{deviation} {expected}");
}

#[test]
fn changing_numbers_in_place_is_reading_the_scene_again() {
    // The mass of a body cannot be changed in place: with it among the columns, rows are read as scenes.
    let problem = &PROBLEMS[2];
    let mut random = Random::new(1);
    let clean = problem.clean(&mut random);
    let table = problem.table(&clean, &mut random);
    let direct = problem.study(table.clone(), "").fit(false).expect("solvable");
    let read: String = table
        .lines()
        .enumerate()
        .map(
            |(line, text)| {
                if line == 0 { format!("body.block.mass,{text}\n") } else { format!("0.05,{text}\n") }
            },
        )
        .collect();
    let read = problem.study(read, "").fit(false).expect("solvable");
    for (a, b) in direct.estimates.iter().zip(&read.estimates) {
        assert!((a.value - b.value).abs() < 1e-9, "{a:?} {b:?}");
    }
    assert!((direct.chi_square - read.chi_square).abs() < 1e-6);
}

#[test]
fn one_row_and_rows_all_alike_get_an_honest_answer() {
    let one = "body.ball.velocity.z,bodies.ball.velocity.z\n-1,0.8\n";
    let fit = study_of(&with(RESTITUTION, ""), Some(BALL), one.to_owned()).fit(false).expect("solvable");
    assert_eq!((fit.freedom, &fit.estimates[0].standing), (0, &Standing::Exact));
    assert!((fit.estimates[0].value - 0.8).abs() < 1e-9);
    // Two parameters of a law need two speeds.
    let alike = format!("body.ball.velocity.z,bodies.ball.velocity.z\n{}", "-2,1.5\n".repeat(6));
    let law =
        "[[parameter]]\nat = \"contact.0.restitution\"\nname = \"e\"\ndepends_on = \"approach-speed\"\n";
    let study = study_of(&with(law, ""), Some(BALL), alike);
    let fit = study.fit(false).expect("solvable");
    assert!(
        fit.estimates.iter().all(|estimate| estimate.standing == Standing::Undetermined),
        "{:?}",
        fit.estimates
    );
    let said = FitReport::new(&study, &fit).text();
    assert!(said.contains("do not determine e and e.exponent"), "{said}");
    // Copies of a row know nothing of its noise.
    let copies = format!("body.ball.velocity.z,bodies.ball.velocity.z\n{}", "-2,1.5\n".repeat(40));
    for loss in ["", "loss = \"cauchy\""] {
        let study = study_of(&with(RESTITUTION, loss), Some(BALL), copies.clone());
        let fit = study.fit(false).expect("solvable");
        assert_eq!((fit.freedom, &fit.estimates[0].standing), (0, &Standing::Exact), "{loss}");
        assert_eq!((fit.rows, fit.left_out.len()), (1, 39), "{loss}");
        let said = FitReport::new(&study, &fit).text();
        assert!(said.contains("all rows are alike, so that they count as one, line 2"), "{said}");
    }
}

#[test]
fn a_loss_that_bears_outliers_takes_none_of_two_rows_for_exact() {
    // e is 0.80 in one row and 0.83 in the other; one of them as an outlier would leave the other without any error.
    let data = "body.ball.velocity.z,bodies.ball.velocity.z\n-1,0.80\n-2,1.66\n";
    for loss in ["huber", "soft-l1", "cauchy"] {
        let settings = format!("loss = \"{loss}\"");
        let study = study_of(&with(RESTITUTION, &settings), Some(BALL), data.to_owned());
        let fit = study.fit(false).expect("solvable");
        let Standing::Determined { deviation, .. } = fit.estimates[0].standing else { panic!("{loss}") };
        // Squares give 0.824 with an error of 0.012.
        assert!(deviation > 0.004 && deviation < 0.04, "{loss}: {:?}", fit.estimates[0]);
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let refused = |parameters: &str, data: &str| {
        let sources =
            Sources { scene: Some(BALL.to_owned()), data: Some(data.to_owned()), tracks: Vec::new() };
        let error = Study::new(&with(parameters, ""), &sources).expect_err("something is wrong");
        match &error {
            FitError::Data { line, column, message } => format!("{line:?} {column:?}: {message}"),
            other => format!("{other}"),
        }
    };
    let good = "body.ball.velocity.z,bodies.ball.velocity.z\n-1,0.8\n-2,1.6\n";
    let said = refused(RESTITUTION, "body.ball.velocity.z,bodies.ball.velocity.z\n-1,0.8\n-2,fast\n");
    assert!(said.starts_with("Some(3) Some(2): `fast`"), "{said}");
    let said = refused("[[parameter]]\nat = \"contact.1.friction\"\n", good);
    assert!(said.contains("`contact` has no element `1`"), "{said}");
    let said = refused("[[parameter]]\nat = \"contact.0.frction\"\n", good);
    assert!(said.contains("unknown key `frction`"), "{said}");
    let said = refused("[[parameter]]\nat = \"contact.0.restitution\"\nrange = [0, 2]\n", good);
    assert!(said.contains("cannot range from 0 to 2"), "{said}");
    let said = refused("[[parameter]]\nat = \"body.ball.velocity.z\"\n", good);
    assert!(said.contains("set twice"), "{said}");
    let said = refused(RESTITUTION, "body.ball.velocity.z\n-1\n");
    assert!(said.contains("no column of the table is a result"), "{said}");
    let said = refused(RESTITUTION, "body.ball.velocity.z,bodies.ball.velocity.x [kg]\n-1,1\n");
    assert!(said.contains("`kg` is no unit"), "{said}");
    let said = refused(RESTITUTION, "body.bal.velocity.z,bodies.ball.velocity.z\n-1,0.8\n");
    assert!(said.contains("`body` has no element `bal`: did you mean `ball`?"), "{said}");
}
