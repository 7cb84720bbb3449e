import { Household } from "../household.ts";

// Members that only wait: one is a shell around a process that it can't be without, one a shell that
// starts its process again by itself.
const household = new Household();
household.start("The plain one", "sleep", ["600"]);
household.start("The shell", "sh", ["-c", `sleep ${process.argv[2]}; sleep 900`], {
	needs: `sleep ${process.argv[2]}`,
});
household.start("The loop", "sh", ["-c", `while true; do sleep 8${process.argv[2]}; done`], {
	replaces: `sleep 8${process.argv[2]}`,
});
household.watchInnerProcesses();
console.log("ready");
setInterval(() => {}, 1000);
