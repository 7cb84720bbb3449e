import counted from "../../../worker/test/checks/flow-usage.json" with { type: "json" };
import { METERS, type Meter, PRICES } from "./prices.ts";

/** ms of a request, a file of the app, a sign-in, and a part of 8 MiB; assumed */
const CPU = { request: 5, file: 1, password: 150, part: 10 };
/** How long a call keeps a Durable Object in memory; assumed. */
const OBJECT_SECONDS = 0.05;
const OBJECT_GB = 0.128;
const FILES_OF_APP = 12;
const PHOTOS = 40;
/** For a share of 1 GB: parts of 8 MiB, read in windows of 16 MiB. */
const PARTS = 128;
const WINDOWS = 64;

export type Amount = Partial<Record<Meter, number>>;
type Flow = keyof typeof counted;

function sum(...parts: readonly (readonly [amount: Amount, times: number])[]): Amount {
	const total: Amount = {};
	for (const [amount, times] of parts)
		for (const meter of METERS) {
			const more = (amount[meter] ?? 0) * times;
			if (more !== 0) total[meter] = (total[meter] ?? 0) + more;
		}
	return total;
}

function flow(name: Flow, cpuMs = counted[name].requests * CPU.request): Amount {
	const amount = counted[name];
	return { ...amount, cpuMs, objectGbSeconds: amount.objectCalls * OBJECT_SECONDS * OBJECT_GB };
}

/** Scales a flow that was counted with two of something to `count`. */
const withMore = (base: Flow, more: Flow, count: number, cpu?: number) =>
	sum([flow(base), 1], [flow(more, cpu), count - 2]);

const film = {
	upload: withMore("upload, two parts", "upload, part", PARTS, CPU.part),
	publish: flow("publish"),
	download: sum([flow("download, two files"), 1], [flow("download, 16 MiB more"), WINDOWS - 2]),
};
const photos = {
	upload: withMore("upload, two photos", "upload, photo", PHOTOS),
	publish: withMore("publish, two photos", "publish, photo", PHOTOS),
	download: withMore("download, two files", "download, file more", PHOTOS),
};
const firstVisit = sum([flow("share page"), 1], [flow("file of the app", CPU.file), FILES_OF_APP]);
const password = (name: Flow) => flow(name, CPU.password);

const day = sum(
	[flow("cron mails"), 24 * 60],
	[flow("cron repairs"), 24 * 12],
	[flow("cron cleanups"), 24],
	[flow("cron backup"), 24 * 12],
	[flow("cron nightly"), 1],
);

export const FLOWS: Readonly<Record<string, Amount>> = {
	"share page, first visit (1 document, 12 files)": firstVisit,
	"share page, again by its buyer": flow("share page, buyer"),
	"sharp preview, first of its width and day in a data centre": flow(
		"preview, first in a data centre",
	),
	"sharp preview, again": flow("preview, again"),
	register: password("register"),
	"sign in": password("sign in"),
	"upload of 1 GB in 128 parts": film.upload,
	"its publishing": film.publish,
	"upload of 40 photos with two previews each": photos.upload,
	"their publishing": photos.publish,
	"purchase by card, from the page to the files": flow("purchase by card"),
	"download of 1 GB as one ZIP": film.download,
	"download of 40 photos as one ZIP": photos.download,
	"dashboard, opened": flow("dashboard, opened"),
	"dashboard, each further minute": flow("dashboard, a minute"),
	"a day of crons with nothing to do": day,
	"nightly backup with nothing new": flow("backup, nothing new"),
	"nightly backup: each new small object": flow("backup, new object"),
	"nightly backup: a new object of 1 GB": sum([flow("backup, 32 MiB"), 32]),
};

/** Ignores allowances and rounding. */
export function marginalUsd(amount: Amount): number {
	return METERS.reduce(
		(total, meter) => total + ((amount[meter] ?? 0) * PRICES[meter].usd) / PRICES[meter].per,
		0,
	);
}
