/** Assumptions about a month; none of them is measured. */
export const ASSUMED = {
	viewersPerBuyer: 10,
	/** files of the app that a browser fetches on its first visit, measured by `npm run bench page-weight` */
	filesPerViewer: 12,
	/** how often a buyer returns to the page, and downloads everything */
	returnsPerBuyer: 2,
	downloadsPerBuyer: 1.5,
	/** buyers of a share in total, so creators publish one share for this many */
	buyersPerShare: 25,
	/** the part of shares that are sets of photographs; the others are one file of 1 GB */
	photoShares: 0.5,
	photosPerShare: 40,
	mbPerPhoto: 4,
	/** the part of sets with sharp, watermarked previews; the default is blurred */
	sharpSets: 0.5,
	/** sharp pictures that a viewer scrolls to */
	picturesPerViewer: 12,
	/** the part of these that is the first of its width and day in a data centre */
	firstPictures: 0.5,
	/** how long shares and their sales are kept */
	months: 12,
	sharesPerCreator: 4,
	/** the part of creators who are new in a month */
	newCreators: 0.1,
	signInsPerCreator: 2,
	/** visits to the dashboard, of so many minutes each */
	visitsPerCreator: 20,
	minutesPerVisit: 3,
	days: 30,
	/**
	 * bytes of rows that a sale, and a file with its preview, leave in the database: measured in
	 * docs/scale.md
	 */
	bytesPerSale: 2700,
	bytesPerFile: 1150,
	/** ms of processor time for a request, a file of the app, a sign-in, and a part of 8 MiB */
	cpu: { request: 5, file: 1, password: 150, part: 10 },
	/** seconds for which a call keeps a Durable Object in memory */
	objectSeconds: 0.05,
	/** a nightly backup lists both buckets in two phases, 250 objects a page */
	listsPerObject: 4 / 250,
} as const;

/** A Durable Object's billed memory, in GB. */
export const OBJECT_GB = 0.128;
/** A share of 1 GB: parts of 8 MiB, read in windows of 16 MiB, which grow for fast clients. */
export const PARTS = 128;
export const WINDOWS = 64;
/** Base 1024, as for uploads. */
export const GB_OF_FILM = 1.073_741_824;
