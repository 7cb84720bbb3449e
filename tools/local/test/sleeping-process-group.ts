import { setTimeout as pause } from "node:timers/promises";
import { ProcessGroup } from "../process-group.ts";
import { descendantsOf } from "../watchdog.ts";

// Members that only wait; the shell can't run without its child.
const inner = `sleep ${process.argv[2]}`;
const processGroup = new ProcessGroup();
processGroup.start("The plain one", "sleep", ["600"]);
processGroup.start("The shell", "sh", ["-c", `${inner}; sleep 900`], { needs: inner });
while (!descendantsOf(process.pid).some(({ command }) => command === inner)) await pause(20);
processGroup.watchInnerProcesses();
console.log("ready");
setInterval(() => {}, 1000);
