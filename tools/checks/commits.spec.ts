import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { ROOT } from "../local/processes.ts";

/** The last commit from before the rules; history stays as it is. */
const BASE = "104b2827a4eca6d854a4ceee8c2da00c23f25f58";

/** Conventional Commits in the imperative ("add", not "added", "adding" or "adds"), at most 72 characters. */
const SUBJECT =
	/^(?=.{1,72}$)(?:feat|fix|perf|refactor|test|docs|build|ci|chore)(?:\([a-z0-9-]+\))?!?: (?!(?!embed)\S*(?:[^e]ed|\S{3}ing|[^su]s)(?: |$))[a-z]/;

const git = (...args: string[]) =>
	execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
		.split("\n")
		.filter(Boolean);

/** False in a shallow clone, and in sources without their history. */
function hasHistory(): boolean {
	try {
		git("merge-base", "--is-ancestor", BASE, "HEAD");
		return true;
	} catch {
		console.log("Commits are not checked here: their history is missing.");
		return false;
	}
}

it.skipIf(!hasHistory())("finds only conventional subjects and no merges since the base", () => {
	const subjects = git("log", "--no-merges", "--format=%s", `${BASE}..HEAD`);
	expect(subjects.filter((subject) => !SUBJECT.test(subject))).toEqual([]);
	expect(git("log", "--merges", "--format=%h %s", `${BASE}..HEAD`)).toEqual([]);
});

it.each([
	["feat(upload): show the page beside the form", true],
	["fix!: drop the old table", true],
	["Merge what was mended in payments", false],
	["feat(upload): Show the page", false],
	["wip: try something", false],
	["fix: added a table", false],
	["fix: adding a table", false],
	["fix: adds a table", false],
	["fix: embed and bring what they need, pass the rest", true],
	[`fix(upload): ${"x".repeat(60)}`, false],
])("judges the subject %j", (subject, isGood) => {
	expect(SUBJECT.test(subject)).toBe(isGood);
});
