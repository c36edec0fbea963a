"""What a result knows, and how it shows it."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from given import SCENES

import carom


def test_rows_are_found_by_name_and_by_number(ball_ball_table: carom.Impact) -> None:
    v = ball_ball_table.solve().velocities
    assert list(v) == ["upper", "lower", "table"]
    assert v["lower"] is not v[1]
    assert v["lower"].tolist() == v[1].tolist() == np.asarray(v)[1].tolist()
    assert v.shape == np.asarray(v, dtype=np.float32).shape == (3, 3)
    assert dict(v).keys() == {"upper", "lower", "table"}
    with pytest.raises(KeyError, match="expected one of upper, lower, table"):
        v["uper"]


def test_samples_at_the_ends_are_before_and_after(rubbing_ball: carom.Impact) -> None:
    result = rubbing_ball.solve()
    start, end = result.sample(0.0), result.sample(result.duration)
    np.testing.assert_allclose(start.velocities, rubbing_ball.velocities, rtol=0, atol=1e-15)
    # The end of the last step, against the sum of all: some rounding errors of the velocities.
    np.testing.assert_allclose(end.velocities, result.velocities, rtol=0, atol=1e-12)
    np.testing.assert_allclose(end.impulses, result.impulses, rtol=0, atol=1e-12)
    assert start.normal_impulse.tolist() == [0.0]


def test_samples_come_in_the_order_of_the_times(rubbing_ball: carom.Impact) -> None:
    result = rubbing_ball.solve()
    times = np.linspace(0, result.duration, 7)
    up, down = result.sample(times), result.sample(times[::-1])
    for name, column in up.columns.items():
        np.testing.assert_array_equal(column, down.columns[name][::-1])
    np.testing.assert_array_equal(result.sample(times[3]).normal_force, up.normal_force[3])


@pytest.mark.parametrize("times", [float("nan"), [0.0, float("inf")], [[0.0]], "now", None])
def test_times_that_are_none_are_refused(rubbing_ball: carom.Impact, times: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        rubbing_ball.solve().sample(times)  # type: ignore[arg-type]


def test_no_times_give_no_samples(rubbing_ball: carom.Impact) -> None:
    samples = rubbing_ball.solve().sample([])
    assert samples.time.shape == (0,)
    assert samples.velocities.shape == (0, 2, 3)


def test_the_force_is_the_rate_of_the_impulse(rubbing_ball: carom.Impact) -> None:
    trace = rubbing_ball.solve().trace
    work = np.trapezoid(trace.normal_force[:, 0], trace.time)
    # Trapezia over 200 intervals of half a period are off by (π/200)²/12.
    assert work == pytest.approx(trace.normal_impulse[-1, 0], rel=1e-4)


def test_friction_stays_in_its_cone(rubbing_ball: carom.Impact) -> None:
    trace = rubbing_ball.solve().trace
    along = np.linalg.norm(trace.tangential_force, axis=2)
    assert (along <= 0.4 * trace.normal_force + 1e-9 * trace.normal_force.max()).all()
    assert set(np.unique(trace.mode)) <= {0, 1, 2}


def test_events_and_states_follow_time(rubbing_ball: carom.Impact) -> None:
    result = rubbing_ball.solve()
    kinds = [event.kind for event in result.events]
    assert kinds == ["sticks", "compression-ends", "slips", "restitution-ends"]
    assert all(event.name == "ball-table" for event in result.events)
    assert [event["kind"] for event in result.events] == kinds
    with pytest.raises(KeyError):
        result.events[0]["knd"]
    assert [state.active for state in result.states] == [(0,), ()]
    assert result.states[0].modes == ("slip",)


def test_a_method_without_time_says_so() -> None:
    result = carom.solve(SCENES / "routh-rod.toml")
    with pytest.raises(ValueError, match="knows no time"):
        result.sample(0.0)
    assert result.events[0].normal_impulse is not None
    assert result.plot().kind == "impulse-space"


def test_a_mechanism_has_impulses_and_no_bodies() -> None:
    result = carom.solve(SCENES / "mechanism-friction.toml")
    assert result.body_names == []
    assert result.impulses.shape[1] == 3
    assert abs(result.energy.imbalance) < 1e-12
    assert "change of" in repr(result)
    assert result.to_xarray().sizes["contact"] == len(result.contact_names)


def test_every_figure_is_an_svg_document(rubbing_ball: carom.Impact, ball_ball_table: carom.Impact) -> None:
    common = ["velocities", "energies", "forces", "wave", "diagram"]
    for result, kinds in (
        (rubbing_ball.solve(), [None, "impulse-curve", "sliding", "impulse-space", *common]),
        (ball_ball_table.solve(), [None, "impulse-plane", "laws", *common]),
    ):
        for kind in kinds:
            figure = result.plot(kind)
            assert kind in {None, figure.kind}
            assert ET.fromstring(figure.svg).tag.endswith("svg")
            assert figure._repr_svg_() == figure.svg
    assert "digraph" in ball_ball_table.solve().dot()


def test_figures_are_saved_by_their_ending(tmp_path: Path, ball_ball_table: carom.Impact) -> None:
    pytest.importorskip("PIL")
    figure = ball_ball_table.solve().plot()
    for ending, first in ((".svg", b"<"), (".png", b"\x89PNG"), (".pdf", b"%PDF"), (".jpg", b"\xff\xd8")):
        path = tmp_path / f"figure{ending}"
        figure.save(path)
        assert path.read_bytes().startswith(first)
    with pytest.raises(ValueError, match="cannot tell what to write"):
        figure.save(tmp_path / "figure.xyz")
    assert not (tmp_path / "figure.xyz").exists()


def test_a_figure_for_paper_is_lines_not_dots(ball_ball_table: carom.Impact) -> None:
    pdf = ball_ball_table.solve().plot().pdf()
    assert pdf.startswith(b"%PDF")
    assert b"/Subtype /Image" not in pdf


def test_a_figure_that_is_none_is_refused_with_a_suggestion(ball_ball_table: carom.Impact) -> None:
    result = ball_ball_table.solve()
    with pytest.raises(ValueError, match='did you mean "energies"'):
        result.plot("energy")
    with pytest.raises(ValueError, match="friction"):
        result.plot("sliding")
    with pytest.raises(ValueError, match="expected one of upper-lower"):
        result.plot(contact="upper")
    with pytest.raises(ValueError, match="expected 0 to 1"):
        result.plot(contact=2)


def test_tables_have_the_numbers_of_the_result(rubbing_ball: carom.Impact) -> None:
    pytest.importorskip("pandas")
    result = rubbing_ball.solve()
    bodies = result.to_pandas()
    assert bodies.loc["ball", "vz"] == result.velocities["ball"][2]
    assert list(result.to_pandas("events")["kind"]) == [event.kind for event in result.events]
    contacts = result.to_pandas("contacts")
    assert contacts.loc["ball-table", "impulse_z"] == result.impulses[0][2]
    assert len(result.to_pandas("states")) == len(result.states)
    assert len(result.to_pandas("trace")) == len(result.trace.time)
    with pytest.raises(ValueError, match="expected one of bodies"):
        result.to_pandas("body")


def test_data_sets_are_labelled(rubbing_ball: carom.Impact) -> None:
    pytest.importorskip("xarray")
    result = rubbing_ball.solve()
    data = result.to_xarray()
    assert float(data["velocity"].sel(body="ball", axis="z")) == result.velocities["ball"][2]
    assert data["velocity"].attrs["units"] == "m/s"
    assert data["trace_normal_force"].dims == ("time", "contact")
    assert data["trace_stretch"].dims == ("time", "contact", "tangent")


def test_a_result_can_be_read_by_a_person(rubbing_ball: carom.Impact) -> None:
    result = rubbing_ball.solve()
    shown = repr(result)
    assert shown.startswith("<carom.Result ")
    assert "ball: velocity (" in shown
    assert "J kept>" in shown
    assert "starts to slip" in str(result)
    html = result._repr_html_()
    assert "<td>ball</td>" in html
    assert html.count("<table>") == html.count("</table>") == 3


def test_names_are_escaped_in_html() -> None:
    result = carom.Impact(
        [carom.Body.ball(1, 1, name="<b>&"), carom.Body.ball(1, 1, position=[2, 0, 0], velocity=[-1, 0, 0])],
        title="<i>",
    ).solve()
    html = result._repr_html_()
    assert "<i>" not in html
    assert "&lt;b&gt;&amp;" in html


def test_everything_can_be_pickled(rubbing_ball: carom.Impact) -> None:
    result = rubbing_ball.solve()
    for thing in (rubbing_ball, result, result.energy, result.velocities, result.trace, result.events[0]):
        again = pickle.loads(pickle.dumps(thing))
        assert type(again) is type(thing)
    assert pickle.loads(pickle.dumps(result)).json() == result.json()
    assert pickle.loads(pickle.dumps(rubbing_ball)).toml == rubbing_ball.toml
    assert dict(pickle.loads(pickle.dumps(result.energy))) == dict(result.energy)


def test_the_ledger_is_asked_by_attribute_and_by_key(rubbing_ball: carom.Impact) -> None:
    energy = rubbing_ball.solve().energy
    assert energy.before == energy["before"]
    assert abs(energy.imbalance) < 1e-12
    with pytest.raises(AttributeError, match="expected one of before"):
        energy.lost  # noqa: B018


def test_the_ledger_of_a_racket_closes() -> None:
    ball = carom.Body.ball(mass=1, radius=0.1, position=[0, 0, 0.1], velocity=[0, 0, -1], name="ball")
    racket = carom.Body.plane(normal=[0, 0, 1], velocity=[0, 0, 1], name="racket")
    energy = carom.Impact([ball, racket], contact_defaults={"restitution": 0.5}).solve().energy
    # The ball leaves at 1 + 0.5 * 2 m/s, so that the impulse is 3 N s.
    assert energy.after == pytest.approx(2.0, rel=1e-12)
    assert energy.work == pytest.approx(3.0, rel=1e-12)
    assert abs(energy.imbalance) < 1e-12


def test_derivatives_are_those_of_differences(ball_ball_table: carom.Impact) -> None:
    jacobian = ball_ball_table.solve().jacobian()
    assert jacobian.matrix.shape == (len(jacobian.rows), len(jacobian.columns))
    assert jacobian.kinks == []
    step = 1e-5
    ends = []
    for sign in (-1.0, 1.0):
        velocities = np.array(ball_ball_table.velocities)
        velocities[0, 2] += sign * step
        ends.append(carom.solve_batch(ball_ball_table, velocities=velocities).velocities[0, 2])
    difference = (ends[1] - ends[0]) / (2 * step)
    assert jacobian["upper.velocity.z", "upper.velocity.z"] == pytest.approx(difference, rel=1e-8)
    assert jacobian.to_pandas().loc["upper.velocity.z", "upper.velocity.z"] == pytest.approx(difference, rel=1e-8)
    with pytest.raises(KeyError, match=r"no row is called 'upper\.speed': expected one of"):
        jacobian["upper.speed", "upper.velocity.z"]


def test_slopes_to_either_side_of_a_kink_are_those_of_the_closed_form() -> None:
    # A ball that slides along: upwards it leaves with what it is given, downwards it bounces with e = 0.6.
    ball = carom.Body.ball(mass=1, radius=0.1, position=[0, 0, 0.1], velocity=[1, 0, 0], name="ball")
    table = carom.Body.plane(normal=[0, 0, 1], name="table")
    result = carom.Impact([ball, table], contact_defaults={"restitution": 0.6}).solve()
    assert result.jacobian().one_sided == []
    jacobian = result.jacobian(one_sided=True)
    row = jacobian.rows.index("ball.velocity.z")
    for side, slope in (("more", 1.0), ("less", -0.6)):
        found = [it for it in jacobian.one_sided if (it.column, it.side) == ("ball.velocity.z", side)]
        assert len(found) == 1
        assert found[0].refused is None
        assert found[0].slopes is not None
        assert found[0].slopes.shape == (len(jacobian.rows),)
        assert found[0].slopes[row] == pytest.approx(slope, rel=1e-10)
        assert ("duration" in found[0].jumps) == (side == "less")


def test_derivatives_that_are_not_known_are_refused() -> None:
    ball = {"mass": 1.0, "shape": {"sphere": {"radius": 1.0}}}
    row = {
        "model": {"method": "pfeiffer-glocker"},
        "contact_defaults": {"restitution": 0.5},
        "body": [
            {"name": "a", "position": [0, 0, 0], "velocity": [1, 0, 0], **ball},
            {"name": "b", "position": [2, 0, 0], **ball},
            {"name": "c", "position": [4, 0, 0], **ball},
        ],
    }
    with pytest.raises(ValueError, match=r'expected method = "simultaneous" or "sequential"'):
        carom.solve(row).jacobian()


def test_sequences_have_derivatives_with_their_ties_as_kinks() -> None:
    result = carom.solve(SCENES / "falling-rod.toml")
    jacobian = result.jacobian()
    assert any(kink.cause == "coincidence" for kink in jacobian.kinks)  # which end is first
    # The rod falls with 1 m/s, and twice as fast all would be twice as fast.
    assert jacobian["rod.velocity.z", "rod.velocity.z"] == pytest.approx(-result.velocities["rod"][2], rel=1e-12)


def test_samples_at_no_instants_have_all_columns(rubbing_ball: carom.Impact, ball_ball_table: carom.Impact) -> None:
    for result in (rubbing_ball.solve(), ball_ball_table.solve()):
        some, none = result.sample([0.0, 0.1]), result.sample([])
        assert list(none.columns) == list(some.columns)
        assert all(column.shape == (0, *some[name].shape[1:]) for name, column in none.columns.items())
