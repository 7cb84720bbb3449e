/** Limits shared by server and app. Sizes in bytes, texts in characters, money in cents, times in ms. */

/** The default of the variable `APP_NAME`. */
export const DEFAULT_APP_NAME = "Tillbox";

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

export const MAX_FILE_SIZE = 5 * GIB;
export const MAX_FILES_PER_SHARE = 2000;
/** Pictures of a share that are shown sharp before payment. */
export const MAX_SAMPLES = 3;
/** Pages of a document that are shown before payment; must be the length of `PAGE_KINDS`. */
export const MAX_SHOWN_PAGES = 5;
export const MAX_OPEN_UPLOADS = 5;
/** The size of every part but a file's last; R2 accepts at most 10,000 parts. */
export const PART_SIZE = 8 * MIB;
/** `POST /api/file-shares` sends everything in one request, which the edge limits to 100 MB. */
export const MAX_SINGLE_REQUEST = 100 * 1000 * 1000;

/** The default number of days that buyers may still download a deleted share. */
export const DELETED_SHARE_KEEP_DAYS = 30;

export const MAX_TITLE_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 5000;
export const MAX_LICENCE_LENGTH = 10_000;
export const MAX_FILE_NAME_LENGTH = 255;
export const MAX_FOLDER_PATH_LENGTH = 400;
export const MAX_VERSION_NOTE = 500;
export const MAX_UPDATE_TEXT = 3000;
export const MAX_CHOICE_COMMENT = 500;
export const MAX_CODE_LENGTH = 32;
export const MAX_CODE_NAME = 80;
/** For each of a creator's names. */
export const MAX_NAME_LENGTH = 80;
export const MAX_CONFIRMATION_CODE = 80;
export const MAX_CUSTOMER_SEARCH = 100;
/** each part of a link's source, such as `utm_source` */
export const MAX_SOURCE_PART = 60;
export const MAX_LINK_LENGTH = 300;
export const MAX_ENDPOINT_DESCRIPTION = 100;
export const METRIC_DAYS = 30;
/** Messages to buyers sent per minute, for all creators together. */
export const UPDATE_MAILS_PER_MINUTE = 100;

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 200;

/** The folder of files without one: the root of an archive. */
export const MAIN_FOLDER = "Main Files";

/** Smaller files are packed at publishing, so that one read serves many. */
export const PACK_FILE_LIMIT = 1 * MIB;

export const CASH_APP_HANDLE = /^\$[A-Za-z0-9]{1,20}$/;

/** `remaining` for a plan without a monthly limit. */
export const UNLIMITED = -1;
