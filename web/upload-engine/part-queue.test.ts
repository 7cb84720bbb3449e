import { describe, expect, it } from "vitest";
import { PartQueue } from "./part-queue.ts";

function drain(queue: PartQueue): string[] {
	const taken: string[] = [];
	for (let part = queue.take(); part; part = queue.take()) taken.push(`${part.file}.${part.part}`);
	return taken;
}

describe("PartQueue", () => {
	it("returns the missing parts, file after file", () => {
		const queue = new PartQueue([
			{ parts: 3, received: [2] },
			{ parts: 1, received: [1] },
			{ parts: 2, received: [] },
		]);
		expect(queue.peek()).toEqual({ file: 0, part: 1 });
		expect(drain(queue)).toEqual(["0.1", "0.3", "2.1", "2.2"]);
		expect(queue.peek()).toBeNull();
	});

	it("returns requeued parts first", () => {
		const queue = new PartQueue([{ parts: 3, received: [] }]);
		const first = queue.take()!;
		queue.take();
		queue.putBack(first);
		expect(queue.peek()).toEqual(first);
		expect(drain(queue)).toEqual(["0.1", "0.3"]);
	});

	it("skips a file, and takes it up again with the missing parts", () => {
		const queue = new PartQueue([
			{ parts: 3, received: [] },
			{ parts: 1, received: [] },
		]);
		const first = queue.take()!;
		queue.exclude(0);
		queue.putBack(first);
		queue.include(0, [1, 3]);
		expect(drain(queue)).toEqual(["0.1", "0.3", "1.1"]);
	});

	it("returns a part again, once, that the server lacks", () => {
		const queue = new PartQueue([{ parts: 2, received: [] }]);
		drain(queue);
		queue.include(0, [2]);
		expect(drain(queue)).toEqual(["0.2"]);
	});
});
