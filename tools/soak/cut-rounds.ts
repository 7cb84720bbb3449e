import type { CreatedShare } from "../../worker/contract/catalogue/shares.ts";
import { MIB } from "../../worker/contract/constants.ts";
import { type SampleFile, sha256Of } from "../bench/sample-bytes.ts";
import { samples, UploadClient, withRetries } from "../bench/upload-client.ts";
import { withSite } from "../bench/worker-process.ts";
import { CuttingProxy } from "./cutting-proxy.ts";

/** True when every file of the share is downloaded as it was uploaded. */
async function sameBytes(
	client: UploadClient,
	share: CreatedShare,
	files: readonly SampleFile[],
): Promise<boolean> {
	for (const [index, sample] of files.entries()) {
		const got = await client.download(share.files[index]?.id ?? "");
		if (got.size !== sample.size || got.sha256 !== sha256Of(sample)) return false;
	}
	return true;
}

/** Uploads through a connection that is cut `cuts` times at random; false when an object is corrupt. */
export async function cutRounds(cuts: number, port: number): Promise<boolean> {
	return withSite({ port, plans: ["pro"] }, async ({ worker, creators }) => {
		const creator = creators[0];
		if (!creator) throw new Error("no creator");
		const proxy = new CuttingProxy(worker.port);
		await proxy.listen(port + 1);
		const straight = new UploadClient(worker.port, creator);
		let cut = 0;
		let shares = 0;
		let again = 0;
		let whole = true;
		try {
			while (cut < cuts) {
				const client = new UploadClient(port + 1, creator, `localhost:${worker.port}`);
				const files = [
					...samples(2, 48 * MIB),
					...samples(30, 60_000).map((file, i) => ({ ...file, seed: 100 + i })),
				];
				// Begun over the intact connection: a begin whose response is lost would leave a second upload
				// open.
				const begun = await straight.begin(files);
				let ended = false;
				const cutter = (async () => {
					while (!ended && cut < cuts) {
						await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 300));
						if (proxy.cut() > 0) cut++;
					}
				})();
				const counts = await client.sendMissing(
					await withRetries(() => client.fetchStatus(begun.id)),
					files,
				);
				const share = await withRetries(() => client.complete(begun.id));
				ended = true;
				await cutter;
				again += counts.again;
				shares++;
				whole &&= await sameBytes(straight, share, files);
				client.close();
				console.log(`${cut} of ${cuts} cuts, ${shares} uploads`);
			}
		} finally {
			straight.close();
			await proxy.close();
		}
		console.log(
			`line cut ${cut} times over ${shares} uploads: ${whole ? "0 corrupt objects" : "CORRUPT OBJECTS"}, ${again} parts sent again`,
		);
		return whole;
	});
}
