/** The command line's `client_id`, known to every server. */
export const COMMAND_LINE_ID = "tillbox-cli";
/** How long its token is valid, in days. */
export const COMMAND_LINE_DAYS = 90;
