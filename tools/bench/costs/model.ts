import counted from "../../../worker/test/checks/flow-usage.json" with { type: "json" };
import { ASSUMED, GB_OF_FILM, OBJECT_GB, PARTS, WINDOWS } from "./assumptions.ts";
import { METERS, type Meter, PLAN_USD, PRICES } from "./prices.ts";

export type Amount = Partial<Record<Meter, number>>;
type Flow = keyof typeof counted;

const A = ASSUMED;

function sum(...parts: readonly (readonly [amount: Amount, times: number])[]): Amount {
	const total: Amount = {};
	for (const [amount, times] of parts)
		for (const meter of METERS) {
			const more = (amount[meter] ?? 0) * times;
			if (more !== 0) total[meter] = (total[meter] ?? 0) + more;
		}
	return total;
}

function flow(name: Flow, cpuMs = counted[name].requests * A.cpu.request): Amount {
	const amount = counted[name];
	return { ...amount, cpuMs, objectGbSeconds: amount.objectCalls * A.objectSeconds * OBJECT_GB };
}

/** Scales a flow that was counted with two of something to `count`. */
const withMore = (base: Flow, more: Flow, count: number, cpu?: number) =>
	sum([flow(base), 1], [flow(more, cpu), count - 2]);

const film = {
	upload: withMore("upload, two parts", "upload, part", PARTS, A.cpu.part),
	publish: flow("publish"),
	download: sum([flow("download, two files"), 1], [flow("download, 16 MiB more"), WINDOWS - 2]),
	gb: GB_OF_FILM,
	objects: 1,
	files: 1,
};
const photos = {
	upload: withMore("upload, two photos", "upload, photo", A.photosPerShare),
	publish: withMore("publish, two photos", "publish, photo", A.photosPerShare),
	download: withMore("download, two files", "download, file more", A.photosPerShare),
	gb: (A.photosPerShare * A.mbPerPhoto) / 1000,
	objects: 2 * A.photosPerShare,
	files: A.photosPerShare,
};
const firstVisit = sum(
	[flow("share page"), 1],
	[flow("file of the app", A.cpu.file), A.filesPerViewer],
);
const dashboard = sum(
	[flow("dashboard, opened"), 1],
	[flow("dashboard, a minute"), A.minutesPerVisit],
);
const password = (name: Flow) => flow(name, A.cpu.password);

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

const mixed = (of: (share: typeof film) => Amount) =>
	sum([of(photos), A.photoShares], [of(film), 1 - A.photoShares]);
const average = (of: (share: typeof film) => number) =>
	of(photos) * A.photoShares + of(film) * (1 - A.photoShares);

export function month(buyers: number): Record<string, Amount> {
	const shares = buyers / A.buyersPerShare;
	const creators = shares / A.sharesPerCreator;
	const kept = buyers * A.months;
	const viewers = buyers * A.viewersPerBuyer;
	const pictures = viewers * A.photoShares * A.sharpSets * A.picturesPerViewer;
	const gb = shares * A.months * average((share) => share.gb);
	const objects = shares * average((share) => share.objects);
	const files = (kept / A.buyersPerShare) * average((share) => share.files);
	const databaseGb = (kept * A.bytesPerSale + files * A.bytesPerFile) / 1e9;
	return {
		"pages of shares": sum(
			[firstVisit, viewers],
			[flow("share page, buyer"), buyers * A.returnsPerBuyer],
		),
		"sharp previews": sum(
			[flow("preview, first in a data centre"), pictures * A.firstPictures],
			[flow("preview, again"), pictures * (1 - A.firstPictures)],
		),
		purchases: sum([flow("purchase by card"), buyers]),
		downloads: sum([mixed((share) => share.download), buyers * A.downloadsPerBuyer]),
		uploads: sum([mixed((share) => sum([share.upload, 1], [share.publish, 1])), shares]),
		creators: sum(
			[password("register"), creators * A.newCreators],
			[password("sign in"), creators * A.signInsPerCreator],
			[dashboard, creators * A.visitsPerCreator],
		),
		"files stored": { storedGb: gb },
		"rows stored": { databaseGb },
		crons: sum([day, A.days]),
		backups: sum(
			[flow("backup, nothing new"), A.days],
			[flow("backup, sale", 0), A.days * kept],
			[flow("backup, new object"), objects],
			[{ classA: A.listsPerObject }, A.days * objects * A.months],
			[flow("backup, 32 MiB"), shares * (1 - A.photoShares) * 32],
			[{ storedGb: gb }, 1],
		),
	};
}

/** Ignores allowances and rounding. */
export function marginalUsd(amount: Amount): number {
	return METERS.reduce(
		(total, meter) => total + ((amount[meter] ?? 0) * PRICES[meter].usd) / PRICES[meter].per,
		0,
	);
}

/** In dollars by meter: usage beyond the allowance, rounded up to the price's unit. */
export function bill(buyers: number): {
	total: Amount;
	usd: Partial<Record<Meter, number>>;
	sum: number;
} {
	const total = sum(...Object.values(month(buyers)).map((amount) => [amount, 1] as const));
	const usd: Partial<Record<Meter, number>> = {};
	for (const meter of METERS) {
		const { included, per, usd: price } = PRICES[meter];
		const beyond = Math.max(0, (total[meter] ?? 0) - included);
		usd[meter] = Math.ceil(beyond / per) * price;
	}
	return { total, usd, sum: Object.values(usd).reduce((a, b) => a + b, PLAN_USD) };
}
