import { Household } from "../household.ts";

// Two members that only wait: one is a shell around a process that it can't be without.
const household = new Household();
household.start("The plain one", "sleep", ["600"]);
household.start("The shell", "sh", ["-c", `sleep ${process.argv[2]}; sleep 900`], {
	needs: `sleep ${process.argv[2]}`,
});
household.watchInnerProcesses();
console.log("ready");
setInterval(() => {}, 1000);
