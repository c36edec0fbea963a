//! Ways to save work that change no answer.
//!
//! [`leap`] goes over long stretches in which nothing happens, by the natural oscillations of [`modes`]; [`local`] gives contacts of large frames
//! series of their own. The others stand where the work
//! they save is done; [`Accelerators`] has a switch for each.

pub(in crate::flow) mod leap;
pub(in crate::flow) mod local;
pub(in crate::flow) mod modes;

/// Which ways to save work are taken. Answers are the same without them, to rounding, and tests see to that.
#[derive(Debug, Clone, Copy)]
pub(in crate::flow) struct Accelerators {
    /// Long quiet stretches are leapt over, (L.1).
    pub leaps: bool,
    /// Contacts close once the bounces still to come go unnoticed, (A.5).
    pub early_closing: bool,
    /// Groups of closed contacts are one body, (K.2).
    pub groups: bool,
    /// Orders of large series end where their terms no longer count (`span.rs`).
    pub spans: bool,
    /// Frames outlive events that change nothing but a spring.
    pub kept_frames: bool,
    /// Contacts of large frames have series of their own, (LT.1).
    pub local_steps: bool,
    /// Frames of a few contacts in which all is decided take their orders from one matrix, (T.10).
    pub decided: bool,
    /// Rigid contacts that creep are followed by collocation, (T.8).
    pub collocation: bool,
}

impl Accelerators {
    const ALL: Self = Self {
        leaps: true,
        early_closing: true,
        groups: true,
        spans: true,
        kept_frames: true,
        local_steps: true,
        decided: true,
        collocation: true,
    };
}

impl Default for Accelerators {
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nalgebra::{Matrix3, Vector2, Vector3};

    use super::*;
    use crate::coupling::Coupling;
    use crate::flow::{ClusterProblem, ClusterResult, Flow, Memory, Separation};
    use crate::friction::TangentialLaw;
    use crate::phase::{NormalSpring, RestitutionLaw};
    use crate::quantity::{Compliance, Exponent, Friction, Restitution};

    /// Answers may differ by this part of the speed before the impact.
    const ROUNDING: f64 = 1e-11;

    /// Balls of mass 1 in a row with the given springs between them, the first of which arrives with speed 1.
    fn chain(stiffness: &[f64], e: f64) -> ClusterProblem {
        let contacts = stiffness.len();
        let row = |i: usize| {
            let near = [(i.wrapping_sub(1), -1.0), (i, 2.0), (i + 1, -1.0)];
            near.into_iter().filter(|&(j, _)| j < contacts).collect()
        };
        let material = |&stiffness: &f64| NormalSpring {
            restitution: Restitution::new(e).unwrap(),
            stiffness,
            exponent: Exponent::LINEAR,
        };
        ClusterProblem {
            coupling: Arc::new(Coupling::from_rows((0..contacts).map(row).collect()).unwrap()),
            velocity: (0..contacts).map(|i| if i == 0 { -1.0 } else { 0.0 }).collect(),
            material: stiffness.iter().map(material).collect(),
            gap: vec![0.0; contacts],
            law: RestitutionLaw::Hardening,
            separation: Separation::Instant,
            tangential: Vec::new(),
            tangential_velocity: Vec::new(),
        }
    }

    /// What becomes of a cluster, and the work that took.
    fn solve(problem: &ClusterProblem, accelerators: Accelerators) -> (ClusterResult, usize) {
        let (mut observer, mut result) = ((), ClusterResult::default());
        let mut flow = Flow::new(problem, &mut observer, Memory::default());
        flow.frame.whole_orders = !accelerators.spans;
        flow.frame.order_by_order = !accelerators.decided;
        flow.frame.never_collocates = !accelerators.collocation;
        flow.accelerators = accelerators;
        flow.run().unwrap();
        let work = flow.effort.work;
        flow.finish(&mut result);
        (result, work)
    }

    /// The work without an accelerator over that with it, on a problem of which both give the same answer.
    fn saved(problem: &ClusterProblem, without: Accelerators) -> f64 {
        let (with, work) = solve(problem, Accelerators::ALL);
        let (plain, more_work) = solve(problem, without);
        for (a, b) in
            with.velocity.iter().chain(&with.impulse).zip(plain.velocity.iter().chain(&plain.impulse))
        {
            assert!((a - b).abs() <= ROUNDING, "{a} {b}, without {without:?}");
        }
        assert!(
            (with.losses.restitution - plain.losses.restitution).abs() <= ROUNDING,
            "{} {}",
            with.losses.restitution,
            plain.losses.restitution
        );
        more_work as f64 / work as f64
    }

    #[test]
    fn a_leap_over_the_swings_of_a_stiff_contact_ends_where_steps_do() {
        let without = Accelerators { leaps: false, ..Accelerators::ALL };
        for law in [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness] {
            let problem = ClusterProblem { law, ..chain(&[1.0, 1.0, 1e6], 0.9) };
            assert!(saved(&problem, without) > 10.0, "{law:?}");
        }
    }

    #[test]
    fn a_contact_that_closes_early_has_the_effect_of_all_its_bounces() {
        let without = Accelerators { early_closing: false, ..Accelerators::ALL };
        assert!(saved(&chain(&[1.0; 30], 0.6), without) > 1.05);
    }

    /// A chain whose springs differ by up to `stiffest`, in no order.
    fn unequal_chain(stiffest: f64, contacts: usize, e: f64) -> ClusterProblem {
        let stiffness = |i: usize| libm::pow(stiffest, (i * 7 % 10) as f64 / 9.0);
        chain(&(0..contacts).map(stiffness).collect::<Vec<_>>(), e)
    }

    /// Ahead of the wave contacts bounce whose loads are 10⁻¹² of those to come, and harden there.
    #[test]
    fn neighbours_that_hardly_move_notice_bounces_before_others_do() {
        let without = Accelerators { early_closing: false, ..Accelerators::ALL };
        saved(&unequal_chain(1e3, 70, 0.8), without);
    }

    #[test]
    fn a_leap_keeps_the_digits_of_contacts_that_hardly_move() {
        let without = Accelerators { leaps: false, ..Accelerators::ALL };
        for e in [0.8, 0.9] {
            saved(&unequal_chain(1e6, 40, e), without);
        }
        assert!(saved(&unequal_chain(1e8, 20, 0.8), without) > 1.2);
    }

    #[test]
    fn a_closed_group_moves_as_its_contacts_do_one_by_one() {
        let without = Accelerators { groups: false, ..Accelerators::ALL };
        assert!(saved(&chain(&[1.0; 60], 0.3), without) > 1.05);
    }

    #[test]
    fn terms_that_do_not_count_change_nothing() {
        saved(&chain(&[1.0; 60], 0.8), Accelerators { spans: false, ..Accelerators::ALL });
    }

    /// The same contacts numbered crosswise, so that neighbours in the chain are far from each other in a frame.
    fn crosswise(problem: ClusterProblem) -> ClusterProblem {
        const STRIDE: usize = 7;
        let contacts = problem.velocity.len();
        let number = |i: usize| i * STRIDE % contacts;
        let mut rows = vec![Vec::new(); contacts];
        for i in 0..contacts {
            rows[number(i)] = problem.coupling.row(i).map(|(j, w)| (number(j), w)).collect();
        }
        let coupling = Arc::new(Coupling::from_rows(rows).unwrap());
        let velocity = (0..contacts).map(|i| if i == 0 { -1.0 } else { 0.0 }).collect();
        ClusterProblem { coupling, velocity, ..problem }
    }

    #[test]
    fn loads_that_do_not_count_are_left_out_wherever_their_contacts_stand() {
        for e in [0.8, 0.5] {
            let problem = crosswise(chain(&[1.0; 60], e));
            saved(&problem, Accelerators { spans: false, ..Accelerators::ALL });
        }
    }

    #[test]
    fn contacts_with_series_of_their_own_end_where_those_of_a_frame_do() {
        let without = Accelerators { local_steps: false, ..Accelerators::ALL };
        for problem in [chain(&[1.0; 130], 0.95), crosswise(chain(&[1.0; 130], 0.95))] {
            assert!(saved(&problem, without) > 1.5);
        }
        for law in [RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness] {
            saved(&ClusterProblem { law, ..chain(&[1.0; 70], 0.95) }, without);
        }
    }

    #[test]
    fn contacts_of_unequal_springs_may_have_series_of_their_own() {
        for (stiffest, e) in [(30.0, 0.9), (1e3, 0.8), (1e4, 0.6)] {
            saved(&unequal_chain(stiffest, 70, e), Accelerators { local_steps: false, ..Accelerators::ALL });
        }
    }

    #[test]
    fn frames_that_outlive_an_event_are_those_that_would_be_built_to_the_last_bit() {
        for e in [1.0, 0.8, 0.3, 0.0] {
            let problem = chain(&[1.0; 40], e);
            let (kept, work) = solve(&problem, Accelerators::ALL);
            let (built, same_work) =
                solve(&problem, Accelerators { kept_frames: false, ..Accelerators::ALL });
            assert_eq!(
                (kept.velocity, kept.impulse, kept.losses.restitution),
                (built.velocity, built.impulse, built.losses.restitution)
            );
            assert_eq!((work, kept.expansions), (same_work, built.expansions));
        }
    }

    /// A ball on a ball on a table, each of mass 1; the upper one arrives obliquely.
    fn ball_on_ball(law: TangentialLaw, e: f64) -> ClusterProblem {
        // A ball yields to a force along its surface 1 + 5/2 times as much as to one through its centre, and moves by 1 − 5/2 at
        // the other side.
        let [near, far] = [3.5, -1.5].map(|tangential| Vector3::new(tangential, tangential, 1.0));
        let between = |own: Vector3<f64>| Matrix3::from_diagonal(&own);
        let rows = vec![
            vec![(0, between(2.0 * near)), (1, between(-far))],
            vec![(0, between(-far)), (1, between(near))],
        ];
        ClusterProblem {
            coupling: Arc::new(Coupling::from_block_rows(rows).unwrap()),
            tangential: vec![law; 2],
            tangential_velocity: vec![Vector2::new(0.3, 0.1), Vector2::zeros()],
            ..chain(&[1.0, 1.0], e)
        }
    }

    #[test]
    fn a_frame_in_which_all_is_decided_moves_as_any_other() {
        let friction = Friction::new(0.8).unwrap();
        let compliance = Compliance::new(1.2).unwrap();
        for law in [TangentialLaw::Rigid { friction }, TangentialLaw::Compliant { friction, compliance }] {
            for e in [1.0, 0.7, 0.2] {
                let problem = ball_on_ball(law, e);
                let (with, _) = solve(&problem, Accelerators::ALL);
                let (without, _) = solve(&problem, Accelerators { decided: false, ..Accelerators::ALL });
                assert_eq!(with.events, without.events);
                for (a, b) in with.tangents.iter().zip(&without.tangents) {
                    assert!((a.velocity - b.velocity).norm() <= ROUNDING, "{law:?} {e}");
                    assert!((a.impulse - b.impulse).norm() <= ROUNDING, "{law:?} {e}");
                }
                let normal =
                    |result: &ClusterResult| [result.velocity.clone(), result.impulse.clone()].concat();
                for (a, b) in normal(&with).iter().zip(normal(&without)) {
                    assert!((a - b).abs() <= ROUNDING, "{a} {b}, {law:?} {e}");
                }
                assert!((with.losses.friction - without.losses.friction).abs() <= ROUNDING, "{law:?} {e}");
            }
        }
    }

    /// A flat box of mass 1 that falls on its four corners, turning, with rigid friction.
    fn box_on_corners(turning: Vector3<f64>, e: f64) -> ClusterProblem {
        let yields = Vector3::new(6.0, 4.0, 3.0); // the inverses of its moments of inertia
        let corners = [[0.6, 0.5], [-0.6, 0.5], [-0.6, -0.5], [0.6, -0.5]];
        let corners = corners.map(|[x, y]| Vector3::new(x, y, -0.3));
        let block = |at: Vector3<f64>, from: Vector3<f64>| {
            let moved = |push: Vector3<f64>| push + yields.component_mul(&from.cross(&push)).cross(&at);
            Matrix3::from_columns(&[Vector3::x(), Vector3::y(), Vector3::z()].map(moved))
        };
        let row = |i: usize| (0..4).map(|j| (j, block(corners[i], corners[j]))).collect();
        let speed = corners.map(|corner| Vector3::new(0.3, 0.1, -1.0) + turning.cross(&corner));
        let law = TangentialLaw::Rigid { friction: Friction::new(0.4).unwrap() };
        ClusterProblem {
            coupling: Arc::new(Coupling::from_block_rows((0..4).map(row).collect()).unwrap()),
            velocity: speed.iter().map(|v| v.z).collect(),
            tangential: vec![law; 4],
            tangential_velocity: speed.iter().map(|v| v.xy()).collect(),
            ..chain(&[1.0, 1.3, 0.8, 1.1], e)
        }
    }

    #[test]
    fn contacts_that_creep_move_as_those_whose_directions_are_unfolded() {
        let without = Accelerators { collocation: false, ..Accelerators::ALL };
        let mut differs = 0;
        for k in 0..40 {
            let turning = Vector3::new(0.05 * f64::from(k % 7) - 0.15, 0.04 * f64::from(k % 5), 0.3);
            let problem = box_on_corners(turning, 0.5 + 0.01 * f64::from(k));
            let (with, _) = solve(&problem, Accelerators::ALL);
            let (plain, _) = solve(&problem, without);
            differs += usize::from(with.expansions != plain.expansions);
            for i in 0..4 {
                let apart = (with.tangents[i].velocity - plain.tangents[i].velocity).norm();
                let along = (with.velocity[i] - plain.velocity[i]).abs();
                assert!(apart.max(along) <= ROUNDING, "{k}: {apart:e} {along:e}");
            }
        }
        assert!(differs > 20, "{differs} of 40 creep");
    }
}
