/** None is measured. */
export const ASSUMED = {
	viewersPerBuyer: 10,
	/** files of the app on a browser's first visit */
	filesPerViewer: 12,
	returnsPerBuyer: 2,
	downloadsPerBuyer: 1.5,
	/** in total; decides how many shares are published */
	buyersPerShare: 25,
	/** the others are one file of 1 GB */
	photoShares: 0.5,
	photosPerShare: 40,
	mbPerPhoto: 4,
	sharpSets: 0.5,
	picturesPerViewer: 12,
	/** the part that is the first of its width and day in a data centre */
	firstPictures: 0.5,
	months: 12,
	sharesPerCreator: 4,
	newCreators: 0.1,
	signInsPerCreator: 2,
	/** to the dashboard */
	visitsPerCreator: 20,
	minutesPerVisit: 3,
	days: 30,
	/** database bytes of a sale, and of a file with its preview (docs/scale.md) */
	bytesPerSale: 2700,
	bytesPerFile: 1150,
	/** ms of a request, a file of the app, a sign-in, and a part of 8 MiB */
	cpu: { request: 5, file: 1, password: 150, part: 10 },
	/** how long a call keeps a Durable Object in memory */
	objectSeconds: 0.05,
	/** a nightly backup lists both buckets in two phases, 250 objects a page */
	listsPerObject: 4 / 250,
} as const;

export const OBJECT_GB = 0.128;
/** Of a share of 1 GB: parts of 8 MiB, read in windows of 16 MiB. */
export const PARTS = 128;
export const WINDOWS = 64;
/** Base 1024, as for uploads. */
export const GB_OF_FILM = 1.073_741_824;
