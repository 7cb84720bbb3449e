import type { ReadRange } from "../../upload-engine/bytes.ts";

type Asked = { id: number; start: number; end: number };
type Answer = { id: number; bytes: ArrayBuffer | null };

export function serveRanges(port: MessagePort, read: ReadRange): void {
	port.onmessage = async ({ data: { id, start, end } }: MessageEvent<Asked>) => {
		const bytes = await read(start, end).catch(() => null);
		const answer: Answer = { id, bytes };
		port.postMessage(answer, bytes ? [bytes] : []);
	};
}

export function readThrough(port: MessagePort): ReadRange {
	const waiting = new Map<number, PromiseWithResolvers<ArrayBuffer>>();
	let last = 0;
	port.onmessage = ({ data: { id, bytes } }: MessageEvent<Answer>) => {
		const asked = waiting.get(id);
		waiting.delete(id);
		if (bytes) asked?.resolve(bytes);
		else asked?.reject(new Error("the file could not be read"));
	};
	return (start, end) => {
		const asked = Promise.withResolvers<ArrayBuffer>();
		last += 1;
		waiting.set(last, asked);
		const request: Asked = { id: last, start, end };
		port.postMessage(request);
		return asked.promise;
	};
}
