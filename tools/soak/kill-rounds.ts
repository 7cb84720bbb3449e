import { PART_SIZE } from "../../worker/contract/constants.ts";
import { sha256Of } from "../bench/sample-bytes.ts";
import {
	IN_FLIGHT,
	partsIn,
	samples,
	shortDelay,
	UploadClient,
	withRetries,
} from "../bench/upload-client.ts";
import { withSite } from "../bench/worker-process.ts";

/** Average number of parts between kills; the upload has more, so that it outlives all kills. */
const PARTS_A_LIFE = 10;

/**
 * Kills the Worker's process at random during uploads. False if an acknowledged part is lost, more is sent again than was
 * in flight, or bytes differ.
 */
export async function killRounds(kills: number, port: number): Promise<boolean> {
	const files = [
		...samples(1, kills * 4 * PART_SIZE + 12_345),
		...samples(kills * 20, 20_000).map((file, at) => ({ ...file, seed: 100 + at })),
	];
	return withSite({ port, plans: ["pro"] }, async ({ worker, creators }) => {
		const creator = creators[0];
		if (!creator) throw new Error("no creator for the upload");
		const client = new UploadClient(port, creator);
		const begun = await client.begin(files);
		const acknowledged = new Set<string>();
		let lost = 0;
		let killed = 0;
		let sinceKill = 0;
		let restarting: Promise<void> | null = null;

		const restart = async () => {
			killed++;
			console.log(`kill ${killed} of ${kills}`);
			await worker.stop("SIGKILL");
			await worker.start();
			// Acknowledged parts must survive.
			const seen = await withRetries(() => client.fetchStatus(begun.id));
			const safe = new Set(
				seen.files.flatMap((file, index) => file.received.map((n) => `${index}/${n}`)),
			);
			for (const part of acknowledged) if (!safe.has(part)) lost++;
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
		const again = await client.sendMissing(await client.fetchStatus(begun.id), files, {
			onPart: ({ index, n }) => {
				acknowledged.add(`${index}/${n}`);
				maybeKill();
			},
			afterFailure: async () => {
				await restarting;
				await shortDelay();
			},
		});
		await restarting;
		const share = await withRetries(() => client.complete(begun.id));
		let same = share.files.length === files.length;
		for (const [index, file] of files.entries()) {
			const got = await withRetries(() => client.download(share.files[index]?.id ?? ""));
			same &&= got.sha256 === sha256Of(file) && got.size === file.size;
		}
		client.close();
		console.log(
			`process killed ${killed} times during one upload of ${partsIn(files)} parts in ${files.length} files: ${lost} acknowledged parts lost, ${again} sent again (${(again / Math.max(killed, 1)).toFixed(1)} a kill, ${IN_FLIGHT} in flight), bytes ${same ? "equal" : "DIFFER"}`,
		);
		return same && lost === 0 && killed === kills && again <= killed * IN_FLIGHT;
	});
}
