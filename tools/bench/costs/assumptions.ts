/** What a month is made of; nothing of it is measured. */
export const ASSUMED = {
	/** viewers of a page for each of them who buys */
	viewersPerBuyer: 10,
	/** files of the app that a browser fetches on its first visit, measured by `npm run bench page-weight` */
	filesPerViewer: 12,
	/** how often a buyer opens the page again, and downloads everything */
	returnsPerBuyer: 2,
	downloadsPerBuyer: 1.5,
	/** buyers of a share, in all; so many buyers make the creators publish one */
	buyersPerShare: 25,
	/** of shares that are a set of photographs; the others are one file of 1 GB */
	photoShares: 0.5,
	photosPerShare: 40,
	mbPerPhoto: 4,
	/** of sets whose creator chose sharp previews with a watermark; the default is blurred */
	sharpSets: 0.5,
	/** sharp pictures that a viewer scrolls to */
	picturesPerViewer: 12,
	/** of them the first of its width and day in a data centre */
	firstPictures: 0.5,
	/** how long shares and their sales are kept */
	months: 12,
	/** shares that a creator publishes in a month */
	sharesPerCreator: 4,
	/** of creators that are new in a month */
	newCreators: 0.1,
	signInsPerCreator: 2,
	/** visits of the dashboard, of so many minutes each */
	visitsPerCreator: 20,
	minutesPerVisit: 3,
	days: 30,
	/** bytes of rows that a sale, and a file with its preview, leave in the database: measured in docs/scale.md */
	bytesPerSale: 2700,
	bytesPerFile: 1150,
	/** ms of processor time of a request, of one for a file of the app, of a sign-in, of a part of 8 MiB */
	cpu: { request: 5, file: 1, password: 150, part: 10 },
	/** seconds for which a call keeps a Durable Object in memory */
	objectSeconds: 0.05,
	/** a night's backup lists both buckets in two phases, 250 objects a page */
	listsPerObject: 4 / 250,
} as const;

/** Memory that a Durable Object is billed with, in GB. */
export const OBJECT_GB = 0.128;
/** A share of 1 GB: parts of 8 MiB, read again in windows of 16 MiB, which are longer for fast clients. */
export const PARTS = 128;
export const WINDOWS = 64;
/** Base 1024, as uploads count. */
export const GB_OF_FILM = 1.073_741_824;
