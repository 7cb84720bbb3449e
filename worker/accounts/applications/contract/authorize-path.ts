/**
 * The screen where a creator authorizes an application (RFC 6749, 3.1). Not in `paths`, which buyers' pages load.
 */
export const AUTHORIZE_PATH = "/oauth/authorize";
