import { setTimeout as pause } from "node:timers/promises";
import { ProcessGroup } from "../process-group.ts";
import { descendantsOf } from "../watchdog.ts";

// A shell that can't run without its child, and one that restarts it.
const inner = `sleep ${process.argv[2]}`;
const repeated = `sleep 8${process.argv[2]}`;
const processGroup = new ProcessGroup();
processGroup.start("The plain one", "sleep", ["600"]);
processGroup.start("The shell", "sh", ["-c", `${inner}; sleep 900`], { needs: inner });
processGroup.start("The loop", "sh", ["-c", `while true; do ${repeated}; done`], {
	replaces: repeated,
});
// Watching starts once everything runs.
const isRunning = (wanted: string) =>
	descendantsOf(process.pid).some(({ command }) => command === wanted);
while (!isRunning(inner) || !isRunning(repeated)) await pause(20);
processGroup.watchInnerProcesses();
console.log("ready");
setInterval(() => {}, 1000);
