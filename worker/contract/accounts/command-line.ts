/** The `client_id` of the command line, which every server knows. */
export const COMMAND_LINE_ID = "tillbox-cli";
/** How long the command line's token is valid, in days. */
export const COMMAND_LINE_DAYS = 90;
