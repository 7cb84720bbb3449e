import { PLANS } from "../../worker/contract/accounts/plans.ts";
import { UploadClient } from "../bench/upload-client.ts";
import { withSite } from "../bench/worker-process.ts";

const CONCURRENCY = 100;
const BODY = Buffer.from(
	JSON.stringify({ title: "Soak", price: "1.00", files: [{ name: "a.txt", size: 1 }] }),
);

/**
 * A free creator begins a hundred uploads concurrently, in `rounds` rounds with a restart in the middle
 * of each: half before it, half after. False when any round accepts another number than the plan's.
 */
export async function beginRounds(rounds: number, port: number): Promise<boolean> {
	const plans = Array.from({ length: rounds }, () => "free" as const);
	const limit = PLANS.free.uploadsPerMonth;
	return withSite({ port, plans }, async ({ worker, creators }) => {
		const wrong: number[] = [];
		for (const [round, creator] of creators.entries()) {
			const client = new UploadClient(port, creator);
			const begin = async () => {
				const responses = await Promise.all(
					Array.from({ length: CONCURRENCY / 2 }, () =>
						client.send("POST", "/api/uploads", BODY, { "content-type": "application/json" }),
					),
				);
				return responses.filter((response) => response.status === 201).length;
			};
			let accepted = await begin();
			await worker.stop(round % 2 === 0 ? "SIGKILL" : "SIGTERM");
			await worker.start();
			accepted += await begin();
			client.close();
			if (accepted !== limit) wrong.push(accepted);
			console.log(`round ${round + 1} of ${rounds}: ${accepted} accepted`);
		}
		console.log(
			`${CONCURRENCY} uploads begun by a free creator, ${rounds} rounds with restarts: ${wrong.length === 0 ? `exactly ${limit} each` : `WRONG in ${wrong.length} rounds: ${wrong}`}`,
		);
		return wrong.length === 0;
	});
}
