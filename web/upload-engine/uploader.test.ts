import { describe, expect, it } from "vitest";
import { fakeUpload, SHARE, settle } from "./fakes.ts";
import { TransferFailure, UnreadableFile } from "./transport/failures.ts";

const network = () => new TransferFailure(0, { message: "The line is down." });
const busy = (retryAfterMs: number | null = null, status = 503) =>
	new TransferFailure(status, { code: "service.unavailable", message: "Busy." }, retryAfterMs);
const refused = () => new TransferFailure(403, { code: "upload.bad_token", message: "Expired." });

const paused = (code: "uploads.paused" | "maintenance") =>
	new TransferFailure(503, { code, message: "Paused." }, 60_000);

describe("while the operator has paused uploads", () => {
	it("waits as long as the server asked, says so, and loses nothing", async () => {
		const { uploader, transport, clock } = fakeUpload([30]);
		transport.auto = (key, attempt) =>
			key === "f0/1" || attempt > 1 ? null : paused("uploads.paused");
		uploader.resume();
		await settle();
		expect(uploader.snapshot).toMatchObject({
			status: "sending",
			isPausedByServer: true,
			sentBytes: 10,
		});
		const before = transport.attempts.length;
		await clock.advance(59_000);
		expect(transport.attempts).toHaveLength(before);
		await clock.advance(2_000);
		expect(uploader.snapshot).toMatchObject({
			status: "published",
			isPausedByServer: false,
			share: SHARE,
			sentBytes: 30,
		});
	});

	it("waits with publishing too", async () => {
		const { uploader, transport, clock } = fakeUpload([10]);
		transport.completions = [paused("maintenance"), "published"];
		uploader.resume();
		await settle();
		expect(uploader.snapshot).toMatchObject({ status: "finishing", isPausedByServer: true });
		await clock.advance(61_000);
		expect(uploader.snapshot).toMatchObject({ status: "published", isPausedByServer: false });
	});
});

describe("sending", () => {
	it("sends every part once, in order, and publishes", async () => {
		const { uploader, transport } = fakeUpload([25, 0, 10]);
		uploader.resume();
		await settle();
		expect(transport.attempts).toEqual(["f0/1", "f0/2", "f0/3", "f1/1", "f2/1"]);
		expect(uploader.snapshot).toMatchObject({
			status: "published",
			share: SHARE,
			sentBytes: 35,
			totalBytes: 35,
			filesDone: 3,
		});
		expect(transport.completeCalls).toBe(1);
	});

	it("keeps at most six small parts in flight", async () => {
		const { uploader, transport } = fakeUpload([200]);
		transport.auto = null;
		uploader.resume();
		await settle();
		expect(transport.open).toHaveLength(6);
		transport.open[2]!.succeed();
		await settle();
		expect(transport.open).toHaveLength(6);
		expect(transport.attempts.at(-1)).toBe("f0/7");
	});

	it("keeps at most four whole parts of 8 MiB in flight", async () => {
		const part = 8 * 1024 * 1024;
		const blob = new Blob([new Uint8Array(part * 6)]);
		const item = { id: "f0", name: "film.mp4", size: part * 6, parts: 6, token: "t", received: [] };
		const { uploader, transport } = fakeUpload([], {
			partSize: part,
			items: [{ ...item, source: blob }],
		});
		transport.auto = null;
		uploader.resume();
		await settle();
		expect(transport.open.map(({ key }) => key)).toEqual(["f0/1", "f0/2", "f0/3", "f0/4"]);
	});

	it("sends only missing parts", async () => {
		const { items } = fakeUpload([30, 20]);
		const { uploader, transport } = fakeUpload([], {
			items: [
				{ ...items[0]!, received: [1, 3] },
				{ ...items[1]!, received: [1, 2], source: null },
			],
		});
		uploader.resume();
		await settle();
		expect(transport.attempts).toEqual(["f0/2"]);
		expect(uploader.snapshot).toMatchObject({ status: "published", sentBytes: 50 });
	});

	it("counts sent bytes, and subtracts them when a part fails", async () => {
		const { uploader, transport } = fakeUpload([20]);
		transport.auto = null;
		uploader.resume();
		await settle();
		transport.open[0]!.onProgress(7);
		transport.open[1]!.onProgress(99);
		expect(uploader.snapshot.sentBytes).toBe(17);
		expect(uploader.fileProgress(0)).toEqual({ state: "sending", sent: 17, size: 20 });
		transport.open[0]!.fail(network());
		await settle();
		expect(uploader.snapshot).toMatchObject({ sentBytes: 10, isRetrying: true });
	});
});

describe("transient failures", () => {
	it("sends the part again, not the file, with growing waits", async () => {
		const { uploader, transport, clock } = fakeUpload([30]);
		transport.auto = (key, attempt) => (key === "f0/2" && attempt <= 3 ? network() : null);
		uploader.resume();
		await clock.advance(374);
		expect(transport.attempts).toEqual(["f0/1", "f0/2", "f0/3"]);
		await clock.advance(1);
		expect(transport.attempts).toHaveLength(4);
		await clock.advance(750 + 1500);
		expect(transport.attempts.filter((key) => key === "f0/2")).toHaveLength(4);
		expect(transport.attempts.filter((key) => key !== "f0/2")).toEqual(["f0/1", "f0/3"]);
		expect(uploader.snapshot.status).toBe("published");
	});

	it("delays every part for as long as Retry-After says", async () => {
		const { uploader, transport, clock } = fakeUpload([100]);
		transport.auto = (key, attempt) => (key === "f0/1" && attempt === 1 ? busy(60_000, 429) : null);
		uploader.resume();
		await settle();
		const before = transport.attempts.length;
		await clock.advance(59_999);
		expect(transport.attempts).toHaveLength(before);
		await clock.advance(1_000);
		expect(uploader.snapshot.status).toBe("published");
	});

	it("never gives up while the network is down", async () => {
		const { uploader, transport, clock } = fakeUpload([10]);
		transport.auto = (_key, attempt) => (attempt <= 200 ? network() : null);
		uploader.resume();
		await clock.advance(200 * 30_000);
		expect(uploader.snapshot.status).toBe("published");
	});

	it("waits without attempts while offline, and continues as soon as it is online", async () => {
		const { uploader, transport, network: line, clock } = fakeUpload([20]);
		transport.auto = null;
		uploader.resume();
		await settle();
		line.plug(false);
		for (const call of [...transport.open]) call.fail(network());
		await clock.advance(600_000);
		expect(transport.attempts).toHaveLength(2);
		expect(uploader.snapshot).toMatchObject({ status: "sending", isOnline: false });
		transport.auto = () => null;
		line.plug(true);
		await settle();
		expect(transport.attempts).toHaveLength(4);
		expect(uploader.snapshot.status).toBe("published");
	});

	it("sends a damaged part again a few times, then reports the file", async () => {
		const damaged = () =>
			new TransferFailure(400, { code: "upload.crc_mismatch", message: "Differs." });
		const { uploader, transport, clock } = fakeUpload([10, 10]);
		transport.auto = (key) => (key === "f0/1" ? damaged() : null);
		uploader.resume();
		await clock.advance(60_000);
		expect(transport.attempts.filter((key) => key === "f0/1")).toHaveLength(5);
		expect(uploader.snapshot.status).toBe("attention");
	});
});

describe("tokens", () => {
	it("fetches those missing in the first response, once for many files", async () => {
		const { items } = fakeUpload(Array.from({ length: 12 }, () => 5));
		const { uploader, transport } = fakeUpload([], {
			items: items.map((item, i) => (i < 4 ? item : { ...item, token: null })),
		});
		const used: string[] = [];
		transport.auto = (_key, _attempt, call) => {
			used.push(call.token);
			return null;
		};
		uploader.resume();
		await settle();
		expect(transport.tokenCalls).toEqual([4]);
		expect(used).toContain("fresh-11-1");
		expect(uploader.snapshot.status).toBe("published");
	});

	it("refreshes an expired one, without counting it as a failure", async () => {
		const { uploader, transport } = fakeUpload([30]);
		transport.auto = (_key, _attempt, call) => (call.token === "token-0" ? refused() : null);
		uploader.resume();
		await settle();
		expect(transport.tokenCalls).toEqual([0]);
		expect(uploader.snapshot.status).toBe("published");
	});

	it("stops when fresh ones are refused too", async () => {
		const { uploader, transport } = fakeUpload([10]);
		transport.auto = () => refused();
		uploader.resume();
		await settle();
		expect(transport.attempts).toHaveLength(3);
		expect(uploader.snapshot).toMatchObject({ status: "stopped" });
	});
});

describe("pause, resume, discard", () => {
	it("stops immediately and later resends the parts in flight", async () => {
		const { uploader, transport } = fakeUpload([30]);
		transport.auto = null;
		uploader.resume();
		await settle();
		transport.open[0]!.succeed();
		await settle();
		uploader.pause();
		await settle();
		expect(transport.open).toHaveLength(0);
		expect(uploader.snapshot).toMatchObject({ status: "paused", sentBytes: 10 });
		transport.auto = () => null;
		uploader.resume();
		await settle();
		expect(transport.attempts.slice(3).sort()).toEqual(["f0/2", "f0/3"]);
		expect(uploader.snapshot.status).toBe("published");
	});

	it("handles pausing and immediate resuming", async () => {
		const { uploader, transport } = fakeUpload([40, 10]);
		transport.auto = null;
		uploader.resume();
		await settle();
		for (let i = 0; i < 5; i++) {
			uploader.pause();
			uploader.resume();
		}
		await settle();
		expect(transport.open.map(({ key }) => key).sort()).toEqual([
			"f0/1",
			"f0/2",
			"f0/3",
			"f0/4",
			"f1/1",
		]);
		for (const call of [...transport.open]) call.succeed();
		await settle();
		expect(uploader.snapshot.status).toBe("published");
		expect(transport.completeCalls).toBe(1);
	});

	it("stays paused when it was paused during a wait", async () => {
		const { uploader, transport, clock } = fakeUpload([10]);
		transport.auto = () => network();
		uploader.resume();
		await settle();
		uploader.pause();
		await clock.advance(600_000);
		expect(transport.attempts).toHaveLength(1);
	});

	it("sends nothing more once it is discarded", async () => {
		const { uploader, transport, clock } = fakeUpload([100]);
		transport.auto = null;
		uploader.resume();
		await settle();
		uploader.discard();
		uploader.resume();
		await clock.advance(60_000);
		expect(transport.open).toHaveLength(0);
		expect(transport.attempts).toHaveLength(6);
		expect(uploader.snapshot.status).toBe("discarded");
	});
});

describe("permanent failures", () => {
	it("stops the upload when the creator is signed out, and resumes afterwards", async () => {
		const { uploader, transport } = fakeUpload([30]);
		const signedOut = new TransferFailure(401, { code: "auth.required", message: "Sign in." });
		transport.auto = (key, attempt) => (key === "f0/2" && attempt === 1 ? signedOut : null);
		uploader.resume();
		await settle();
		expect(uploader.snapshot).toMatchObject({ status: "stopped", failure: signedOut });
		uploader.resume();
		await settle();
		expect(uploader.snapshot.status).toBe("published");
	});

	it("continues with the other files when one can't be read, and accepts it when chosen again", async () => {
		let isThere = false;
		const { uploader, transport } = fakeUpload([25, 10], {
			checksum: async (blob) => {
				if (!isThere && blob.size === 5) throw new UnreadableFile("NotFoundError");
				return "00000000";
			},
		});
		uploader.resume();
		await settle();
		expect(uploader.snapshot).toMatchObject({ status: "attention", filesDone: 1 });
		expect([...uploader.snapshot.fileErrors.keys()]).toEqual([0]);
		expect(uploader.fileProgress(0).state).toBe("failed");
		isThere = true;
		uploader.retryFile(0, new Blob(["y".repeat(25)]));
		await settle();
		expect(transport.attempts.filter((key) => key.startsWith("f0")).sort()).toEqual([
			"f0/1",
			"f0/2",
			"f0/3",
		]);
		expect(uploader.snapshot).toMatchObject({ status: "published", fileErrors: new Map() });
	});
});

describe("publishing", () => {
	it("polls while a large share is being published", async () => {
		const { uploader, transport, clock } = fakeUpload([10]);
		transport.completions = ["pending", "pending", "published"];
		uploader.resume();
		await settle();
		expect(uploader.snapshot.status).toBe("finishing");
		await clock.advance(2_000);
		expect(transport.completeCalls).toBe(3);
		expect(uploader.snapshot.status).toBe("published");
	});

	it("sends the parts that the server lacks after all", async () => {
		const { uploader, transport } = fakeUpload([30, 10]);
		const missing = [{ fileId: "f0", name: "file 0.txt", parts: [2] }];
		transport.completions = [
			new TransferFailure(409, {
				code: "upload.incomplete",
				message: "Parts are missing.",
				details: { missing },
			}),
		];
		uploader.resume();
		await settle();
		expect(transport.attempts).toEqual(["f0/1", "f0/2", "f0/3", "f1/1", "f0/2"]);
		expect(uploader.snapshot).toMatchObject({ status: "published", sentBytes: 40 });
	});

	it("waits for a busy server", async () => {
		const { uploader, transport, clock } = fakeUpload([10]);
		transport.completions = [busy(5_000), "published"];
		uploader.resume();
		await clock.advance(4_999);
		expect(uploader.snapshot.status).toBe("finishing");
		await clock.advance(500);
		expect(uploader.snapshot.status).toBe("published");
	});

	it("publishes only after the previews are created, and not while paused", async () => {
		let made = () => {};
		const previews = new Promise<void>((resolve) => {
			made = resolve;
		});
		const { uploader, transport } = fakeUpload([10], { beforePublish: () => previews });
		uploader.resume();
		await settle();
		expect(uploader.snapshot.status).toBe("finishing");
		uploader.pause();
		made();
		await settle();
		expect(transport.completeCalls).toBe(0);
		uploader.resume();
		await settle();
		expect(uploader.snapshot.status).toBe("published");
		expect(transport.completeCalls).toBe(1);
	});
});

describe("speed", () => {
	it("reports the speed while bytes are sent, not while paused", async () => {
		const { uploader, transport, clock } = fakeUpload([60]);
		transport.auto = null;
		uploader.resume();
		await settle();
		for (let i = 0; i < 3; i++) {
			await clock.advance(1_000);
			transport.open[0]!.succeed();
			await settle();
		}
		expect(uploader.snapshot.bytesPerSecond).toBeCloseTo(10, 0);
		expect(uploader.snapshot.secondsLeft).toBe(3);
		uploader.pause();
		expect(uploader.snapshot.bytesPerSecond).toBeNull();
	});
});
