/** Limits and numbers shared by server and app. Sizes in bytes, money in cents, times in ms. */

/** The product's name, unless the variable `APP_NAME` gives another. */
export const DEFAULT_APP_NAME = "Tillbox";

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

/** The maximum size of a file: 5 GB, base 1024. */
export const MAX_FILE_SIZE = 5 * GIB;
/** The maximum number of files in one share. */
export const MAX_FILES_PER_SHARE = 2000;
/** The maximum number of pictures of a share that are shown sharp before payment. */
export const MAX_SAMPLES = 3;
/** The maximum number of pages of a document that are shown before payment; `PAGE_KINDS` has as many. */
export const MAX_SHOWN_PAGES = 5;
/** The maximum number of unfinished uploads of a creator. */
export const MAX_OPEN_UPLOADS = 5;
/** Upload parts are equal except the last; R2 accepts at most 10,000. */
export const PART_SIZE = 8 * MIB;
/** `POST /api/file-shares` sends everything in one request, which the edge limits to 100 MB. */
export const MAX_SINGLE_REQUEST = 100 * 1000 * 1000;

/**
 * How many days buyers may download what its creator has deleted, unless the operator sets another
 * number.
 */
export const DELETED_SHARE_KEEP_DAYS = 30;

export const MAX_TITLE_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 5000;
/** of what buyers may do with the files */
export const MAX_LICENCE_LENGTH = 10_000;
export const MAX_FILE_NAME_LENGTH = 255;
export const MAX_FOLDER_PATH_LENGTH = 400;
export const MAX_VERSION_NOTE = 500;
/** of a message to the buyers of a share */
export const MAX_UPDATE_TEXT = 3000;
/** of a discount code, and of the name that only its creator sees */
export const MAX_CODE_LENGTH = 32;
export const MAX_CODE_NAME = 80;
/** of what a buyer copies from a payment in Cash App */
export const MAX_CONFIRMATION_CODE = 80;
/** of what a creator looks for among customers */
export const MAX_CUSTOMER_SEARCH = 100;
/** of each part of what a link says of the place where it is posted (`utm_source` and the like) */
export const MAX_SOURCE_PART = 60;
/** of a link on the creator's page */
export const MAX_LINK_LENGTH = 300;
/** of what a creator says of a webhook endpoint */
export const MAX_ENDPOINT_DESCRIPTION = 100;
/** how many days the dashboard's charts show */
export const METRIC_DAYS = 30;
/** how many of these messages are sent in a minute, for all creators together */
export const UPDATE_MAILS_PER_MINUTE = 100;

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 200;

/** The folder of files without one; it is the root of an archive. */
export const MAIN_FOLDER = "Main Files";

/** Small files are packed at publishing, so that many can be served by one read. */
export const PACK_FILE_LIMIT = 1 * MIB;

export const CASH_APP_HANDLE = /^\$[A-Za-z0-9]{1,20}$/;

/** `remaining` for a plan without a monthly limit. */
export const UNLIMITED = -1;
