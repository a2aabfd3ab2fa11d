"""The public names of the package: each leads to what it says, and is loaded when it is asked for."""

import subprocess
import sys

import pytest

import yurei
from yurei.apps.cli.common import EXTRAS, USAGE, exit_on_errors


@pytest.mark.parametrize("name", yurei.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(yurei, name) is not None


def test_importing_yurei_loads_no_compiler() -> None:
    program = "import sys, yurei; yurei.Table('go').attempt('black', 'E5'); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(("missing", "extra"), EXTRAS.items())
def test_a_command_that_lacks_a_package_names_the_extra_that_brings_it(
    capsys: pytest.CaptureFixture[str], missing: str, extra: str
) -> None:
    with pytest.raises(SystemExit) as ended, exit_on_errors():
        raise ModuleNotFoundError(name=f"{missing}.inside")
    assert ended.value.code == USAGE
    assert capsys.readouterr().err == f"yurei: this needs {missing}, which is not installed: pip install '.[{extra}]'\n"
