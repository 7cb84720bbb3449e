import { PART_SIZE } from "../../worker/contract/constants.ts";
import { partCount, sha256Of } from "../bench/sample-bytes.ts";
import { brieflyWait, IN_FLIGHT, samples, stubborn, UploadClient } from "../bench/upload-client.ts";
import { withSite } from "../bench/worker-process.ts";

/** Parts a life sends on average, so that the upload outlives all kills. */
const PARTS_A_LIFE = 5;

/**
 * Kills the Worker process (SIGKILL, runtime and all) `kills` times at random while one upload goes on.
 * False when an acknowledged part is lost, more is sent again than was in flight, or the bytes differ.
 */
export async function killRounds(kills: number, port: number): Promise<boolean> {
	return withSite({ port, plans: ["pro"] }, async ({ worker, creators }) => {
		const creator = creators[0];
		const [film] = samples(1, kills * PARTS_A_LIFE * PART_SIZE + 12_345);
		if (!creator || !film) throw new Error("nothing to upload");
		const client = new UploadClient(port, creator);
		const begun = await client.begin([film]);
		const acknowledged = new Set<number>();
		let lost = 0;
		let again = 0;
		let killed = 0;
		let sinceKill = 0;
		let restarting: Promise<void> | null = null;

		const restart = async () => {
			killed++;
			await worker.stop("SIGKILL");
			await worker.start();
			// What was acknowledged before the kill has to be there after it.
			const safe = new Set((await stubborn(() => client.look(begun.id))).files[0]?.received);
			for (const n of acknowledged) if (!safe.has(n)) lost++;
		};
		const maybeKill = () => {
			sinceKill++;
			if (restarting || killed >= kills || Math.random() > 2 / PARTS_A_LIFE || sinceKill < 2)
				return;
			sinceKill = 0;
			restarting = new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 120))
				.then(restart)
				.finally(() => {
					restarting = null;
				});
		};
		const counts = await client.sendMissing(await client.look(begun.id), [film], {
			onPart: ({ n }) => {
				acknowledged.add(n);
				maybeKill();
			},
			afterFailure: async () => {
				await restarting;
				await brieflyWait();
			},
		});
		await restarting;
		again = counts.again;
		const share = await client.complete(begun.id);
		const got = await client.download(share.files[0]?.id ?? "");
		const same = got.sha256 === sha256Of(film) && got.size === film.size;
		client.close();
		console.log(
			`process killed ${killed} times during one upload of ${partCount(film)} parts: ${lost} acknowledged parts lost, ${again} sent again (${(again / Math.max(killed, 1)).toFixed(1)} a kill, ${IN_FLIGHT} in flight), bytes ${same ? "equal" : "DIFFER"}`,
		);
		return same && lost === 0 && killed === kills && again <= killed * IN_FLIGHT;
	});
}
