/**
 * Does the time of a refused sign-in say whether an address has an account? Sends wrong passwords for known
 * and unknown addresses in random order, and compares the times by the Mann–Whitney test.
 *
 *   node tools/bench/sign-in-timing.ts [--samples 2000] [--short]
 */
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { withServer } from "../local/with-server.ts";
import { median } from "./byte-client.ts";
import { mannWhitney } from "./mann-whitney.ts";
import { benchOptions, goalMissed } from "./options.ts";
import { signUp } from "./site.ts";

const { samples } = benchOptions({ samples: [2000, 60] });
const PORT = Number(process.env.BENCH_PORT ?? 8883);
const ADDRESSES = 20;
const WARM_UP = 20;
/** The flood limit allows 300 calls a minute of one network. */
const PER_CALL_MS = 205;
const GOAL = 0.05;
/** samples */
const REPORT_EVERY = 50;

// So that no guess has to wait; they are counted all the same.
for (const name of ["HERE", "ACCOUNT", "NETWORK"])
	process.env[`LIMIT_PASSWORD_${name}`] = "1000000,1,1,86400";

/** One refused sign-in; milliseconds. */
function refused(origin: string, agent: Agent, email: string): Promise<number> {
	const body = JSON.stringify({ email, password: "not the password" });
	const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
	return new Promise((resolve, reject) => {
		const began = performance.now();
		const call = request(`${origin}/api/login`, { method: "POST", agent, headers }, (response) => {
			response.resume();
			response.once("error", reject).once("end", () => {
				const ms = performance.now() - began;
				if (response.statusCode === 401) resolve(ms);
				else reject(new Error(`a sign-in responded ${response.statusCode}`));
			});
		});
		call.once("error", reject).end(body);
	});
}

await withServer({ port: PORT, sandboxPort: PORT + 1 }, async (origin) => {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const addressOf = (kind: string, at: number) => `${kind}-${at}@example.test`;
	// Of one length, so that the requests do not differ.
	for (let at = 0; at < ADDRESSES; at++) await signUp(origin, addressOf("person", at));
	const times = { person: [] as number[], nobody: [] as number[] };
	for (let at = -WARM_UP; at < samples; at++) {
		const kinds = ["person", "nobody"] as const;
		if (at > 0 && at % REPORT_EVERY === 0) console.log(`${at} of ${samples} samples`);
		for (const kind of Math.random() < 0.5 ? kinds : kinds.toReversed()) {
			const began = performance.now();
			const email = addressOf(kind, Math.floor(Math.random() * ADDRESSES));
			const ms = await refused(origin, agent, email);
			if (at >= 0) times[kind].push(ms);
			await pause(Math.max(0, PER_CALL_MS - (performance.now() - began)));
		}
	}
	agent.destroy();
	const p = mannWhitney(times.person, times.nobody);
	const shown = (list: readonly number[]) => `${median(list).toFixed(1)} ms`;
	console.log(
		`${samples} samples each: known addresses ${shown(times.person)}, unknown ones ${shown(times.nobody)} (medians); Mann–Whitney p = ${p.toFixed(3)} (goal > ${GOAL})`,
	);
	if (p <= GOAL) goalMissed("time");
});
