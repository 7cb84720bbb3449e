import type { APIRequestContext } from "@playwright/test";
import { DOES_ALL_ROUNDS } from "./rounds.ts";
import type { SampleFile } from "./sample-files.ts";

/**
 * Bytes of an original that no response may contain in one run. Clips may begin like their files,
 * and flat areas of a JPEG repeat the padding of many files.
 */
const RUN = 64;
const RUN_IN_ENCODED = 4096;
const BLOCK = RUN / 2;

const RANGES = [
	"bytes=0-",
	"bytes=0-63",
	"bytes=64-4095",
	"bytes=-64",
	"bytes=-4096",
	"bytes=0-0,100-300",
];

/** Hashes the four bytes at an offset to a number below 2^20; few blocks of a file collide. */
const beginningAt = (bytes: Buffer, at: number) =>
	Math.imul(bytes.readUInt32LE(at), 0x9e3779b1) >>> 12;

export class Originals {
	private readonly blocks = new Map<string, { file: SampleFile; at: number }[]>();
	/** Rules out most offsets of a response. */
	private readonly beginnings = new Uint8Array(1 << 20);

	constructor(files: readonly SampleFile[]) {
		for (const file of files)
			for (let at = 0; at + BLOCK <= file.buffer.length; at += BLOCK) {
				this.beginnings[beginningAt(file.buffer, at)] = 1;
				const key = file.buffer.toString("latin1", at, at + BLOCK);
				const places = this.blocks.get(key);
				if (!places) this.blocks.set(key, [{ file, at }]);
				// In silence all blocks are equal.
				else if (places.length < 50) places.push({ file, at });
			}
	}

	/** Null if there is none. */
	runIn(answer: Buffer, type: string): string | null {
		const limit = /^(?:audio|video|image\/jpeg)/.test(type) ? RUN_IN_ENCODED : RUN;
		const text = answer.toString("latin1");
		for (let at = 0; at + BLOCK <= text.length; at++) {
			if (!this.beginnings[beginningAt(answer, at)]) continue;
			for (const place of this.blocks.get(text.slice(at, at + BLOCK)) ?? []) {
				const { buffer, name } = place.file;
				let start = 0;
				while (
					at > start &&
					place.at > start &&
					answer[at - start - 1] === buffer[place.at - start - 1]
				)
					start++;
				let end = BLOCK;
				while (at + end < answer.length && answer[at + end] === buffer[place.at + end]) end++;
				if (start + end >= limit)
					return `${start + end} bytes of ${name} at ${place.at - start}: ${answer.toString("latin1", at - start, at + end).slice(0, 200)}`;
			}
		}
		return null;
	}
}

type Answer = { address: string; status: number; type: string; body: Buffer };

/**
 * Requests everything that an unpaid viewer is offered, in full and in ranges. Ranges of a route
 * that treats many files alike are requested once, and in a full run for each file.
 */
export async function crawl(request: APIRequestContext, slug: string): Promise<Answer[]> {
	const answers: Answer[] = [];
	const ask = async (address: string, headers: Record<string, string> = {}) => {
		const response = await request.get(address, { headers });
		const type = response.headers()["content-type"] ?? "";
		const answer = { address, status: response.status(), type, body: await response.body() };
		answers.push(answer);
		return answer;
	};
	const share = JSON.parse((await ask(`/api/file-shares/${slug}`)).body.toString());
	const shown: { id: string; preview: { src: string | null } | null }[] = share.files;
	const page = (await ask(`/share/${slug}`)).body.toString();
	const linked = page.matchAll(/(?:src|href|content)="([^"]*\/(?:api|share)\/[^"]*)"/g);
	const addresses = new Set([
		`/share/${slug}/card.png`,
		`/api/download-folder/${slug}`,

		`/api/file-shares/${slug}/download-all-assets`,
		`/api/file-shares/${slug}/download-folder/x`,
		...Array.from(linked, ([, address = ""]) => address.replaceAll("&amp;", "&")),
		...(share.cover ? [share.cover.src] : []),
		...shown.flatMap(({ id, preview }) => [
			`/api/files/${id}/preview`,
			`/api/files/${id}/stream`,
			`/api/files/${id}/download`,
			...(preview?.src ? [preview.src] : []),
		]),
	]);
	const known = new Set<string>();
	for (const address of addresses) {
		if (new URL(address, "http://x").pathname === `/share/${slug}`) continue;
		const { status, type } = await ask(address);
		const outcome = `${routeOf(address)} ${status} ${type}`;
		if (known.has(outcome) && !DOES_ALL_ROUNDS) continue;
		known.add(outcome);
		for (const Range of RANGES) await ask(address, { Range });
	}
	for (const { preview } of share.files as { preview: { placeholder?: string } | null }[]) {
		const inline = preview?.placeholder?.split(",")[1];
		if (inline)
			answers.push({
				address: "placeholder",
				status: 200,
				type: "",
				body: Buffer.from(inline, "base64"),
			});
	}
	return answers;
}

/** An address without ids and hashes. */
export function routeOf(address: string): string {
	const { pathname } = new URL(address, "http://x");
	return pathname.replaceAll(
		/(?<=\/(?:files|renditions|file-shares|share|download-folder)\/)[^/]+/g,
		"*",
	);
}
