"""The audit that runs while the server serves: the whole store, in a process of low priority, again and again."""

import asyncio
from typing import Any

import msgspec

from pitboss.audit import checkpoint
from pitboss.audit.checkpoint import Checkpoint
from pitboss.audit.program import loaded
from pitboss.audit.verify import Findings
from pitboss.floor.means import Means
from pitboss.floor.workers import Worker

MODULE = "pitboss.floor.auditor"
EVERY = 3_600
"""Seconds between two audits by default."""


class Auditing:
    """`every`: seconds between the end of an audit and the next one."""

    def __init__(self, means: Means, database: str, every: int = EVERY) -> None:
        self.means, self.database, self.every = means, database, every
        self.worker = Worker(MODULE)
        self._one_at_a_time = asyncio.Lock()

    async def audit(self) -> Findings:
        """Look at everything. What is verified is signed, so that the next start goes on from there."""
        store = self.means.store
        folder = str(store.heads.folder) if store.heads else ""
        report, verified = await self._asked("audit", self.database, folder, store.program)
        if verified and store.heads:
            checked = msgspec.json.decode(verified, type=Checkpoint)
            await asyncio.to_thread(checkpoint.write, checked, store.heads.folder, store.heads.key)
        found = msgspec.json.decode(report, type=Findings)
        self.means.counts.audited.set(found.entries)
        self.means.counts.audit_faults.set(len(found.faults))
        return found

    async def program(self) -> dict[str, str]:
        """Every file that is executed, with its digest. Raises `Refusal` where bytecode is not that of its source."""
        found: dict[str, str] = await self._asked("program", loaded())
        return found

    async def _asked(self, *question: Any) -> Any:
        """The daily look at the program may come during an audit: asked at once, each would get the other's answer."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(self.worker.ask, question, lambda done, of: None)

    def close(self) -> None:
        self.worker.close()
