import { MIB } from "../../../worker/contract/constants.ts";
import { fuzzTarget } from "./run.ts";
import { SEEDS } from "./seeds.ts";

/** Passes `count` mutated inputs to every parser of untrusted bytes; false when one of them fails. */
export async function fuzzRounds(count: number, seed: number): Promise<boolean> {
	let fine = true;
	for (const target of Object.keys(SEEDS)) {
		const { failures, slowest, growth } = await fuzzTarget(target, seed, count);
		console.log(
			`${target}: ${count} inputs, ${failures.length === 0 ? "no failure" : "FAILED"}; slowest ${slowest.toFixed(0)} ms, memory +${(growth / MIB).toFixed(0)} MiB`,
		);
		for (const { index, failure, file } of failures)
			console.log(`  input ${index}: ${failure}\n  saved as ${file}`);
		fine &&= failures.length === 0;
	}
	return fine;
}
