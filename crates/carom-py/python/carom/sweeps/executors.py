"""Who computes: this process, an executor, a cluster of Dask or Ray. Scheduling, retries and lost
workers are theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from concurrent.futures import Future

#: How often a cluster may lose the worker of a chunk before the sweep gives up.
RETRIES = 10


class Submits(Protocol):
    """Anything with the `submit` of `concurrent.futures.Executor`."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Begins `function(*arguments)` somewhere."""
        ...


@contextmanager
def opened(executor: Submits | str) -> Iterator[Submits]:
    """An executor by its name, or as it is; what was started here is stopped again."""
    if not isinstance(executor, str):
        yield _futures_of_client(executor)
    elif executor == "dask":
        with _dask() as found:
            yield found
    elif executor == "ray":
        with _ray() as found:
            yield found
    else:
        raise ValueError(f'there is no executor {executor!r}: expected "dask", "ray", or one of concurrent.futures')


def _futures_of_client(executor: Any) -> Submits:
    """Dask's client has futures of its own; its executor has those of Python."""
    if hasattr(executor, "get_executor"):
        found: Submits = executor.get_executor(pure=False, retries=RETRIES)
        return found
    if not hasattr(executor, "submit"):
        raise TypeError(f"an executor has a method `submit`, which {type(executor).__name__} has not")
    given: Submits = executor
    return given


@contextmanager
def _dask() -> Iterator[Submits]:
    """The client that is there, or else one of a cluster on this machine."""
    try:
        import distributed
    except ImportError:
        raise ImportError("executor=\"dask\" needs Dask: pip install 'carom[dask]'") from None
    try:
        client = distributed.get_client()
    except ValueError:
        with distributed.Client(host="127.0.0.1", dashboard_address=None) as started:
            yield _futures_of_client(started)
        return
    yield _futures_of_client(client)


@contextmanager
def _ray() -> Iterator[Submits]:
    """The cluster that is joined, or else one on this machine."""
    try:
        import ray
    except ImportError:
        raise ImportError("executor=\"ray\" needs Ray: pip install 'carom[ray]'") from None
    started = not ray.is_initialized()
    if started:
        ray.init(include_dashboard=False, log_to_driver=False)
    try:
        yield RayExecutor()
    finally:
        if started:
            ray.shutdown()


class RayExecutor:
    """Ray's tasks with the futures of Python."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Begins `function(*arguments)` on the cluster."""
        import ray

        task = ray.remote(max_retries=RETRIES)(_called)
        future: Future[Any] = task.remote(function, *arguments).future()
        return future


def _called(function: Callable[..., Any], *arguments: Any) -> Any:
    """Ray's tasks are plain functions; what is submitted may be anything that can be called."""
    return function(*arguments)
