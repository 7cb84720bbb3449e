import { ProcessGroup } from "../process-group.ts";

// Members that only wait: one is a shell around a process that it can't be without, one a shell that
// starts its process again by itself.
const processGroup = new ProcessGroup();
processGroup.start("The plain one", "sleep", ["600"]);
processGroup.start("The shell", "sh", ["-c", `sleep ${process.argv[2]}; sleep 900`], {
	needs: `sleep ${process.argv[2]}`,
});
processGroup.start("The loop", "sh", ["-c", `while true; do sleep 8${process.argv[2]}; done`], {
	replaces: `sleep 8${process.argv[2]}`,
});
processGroup.watchInnerProcesses();
console.log("ready");
setInterval(() => {}, 1000);
