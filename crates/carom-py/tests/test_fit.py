"""Fits say in Python what the command says."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from given import SCENES

import carom

BALL = """
body = [{ name = "ball", mass = 1, velocity = [0, 0, -1] }, { name = "floor", fixed = true }]
contact = [{ between = ["ball", "floor"], point = [0, 0, 0], normal = [0, 0, 1] }]
"""
E = "contact.0.restitution"


def test_a_fit_has_the_document_that_the_command_prints(command: str) -> None:
    path = SCENES / "fit" / "cradle-row.toml"
    printed = subprocess.run([command, "fit", str(path), "--json"], capture_output=True, text=True, check=True)
    fit = carom.fit(path)
    assert isinstance(fit, carom.Fit)
    assert json.loads(fit.json()) == json.loads(printed.stdout)
    assert fit["e"].deviation is not None
    assert fit.plot().svg.startswith("<svg")


def test_columns_of_numbers_are_a_table() -> None:
    speed = np.linspace(1, 4, 40)
    data = {"body.ball.velocity.z": -speed, "bodies.ball.velocity.z": 0.7 * speed}
    fit = carom.fit(
        scene=BALL, data=data, sought={E: [0, 1]}, columns={"bodies.ball.velocity.z": {"noise": 0.01}}, profile=True
    )
    assert isinstance(fit, carom.Fit)
    found = fit[E]
    assert abs(found.value - 0.7) < 1e-9
    assert found.interval is not None
    assert found.interval[0] is not None
    assert found.interval[0] < 0.7
    laws = carom.fit(scene=BALL, data=data, sought=[E], compare=True)
    assert isinstance(laws, carom.LawTable)
    assert min(laws.errors.values()) < 1e-6


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    data = {"body.ball.velocity.z": [-1.0], "bodies.ball.velocity.z": [0.8]}
    with pytest.raises(carom.SceneError, match="unknown key"):
        carom.fit(scene=BALL, data=data, sought=["contact.0.restitutoin"])
    with pytest.raises(ValueError, match="neither"):
        carom.fit(scene=BALL, data={"speed": [1.0]}, sought=[E])
    with pytest.raises(ValueError, match="shapes"):
        carom.fit(scene=BALL, data={"a": [1.0], "b": [1.0, 2.0]}, sought=[E])
    with pytest.raises(TypeError, match="either"):
        carom.fit()
