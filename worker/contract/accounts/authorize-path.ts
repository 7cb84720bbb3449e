/**
 * The screen on which a creator lets an application use the account (RFC 6749, 3.1). Apart from `paths`, which is
 * a part of the buyers' pages too, and from the schemas, which the router does not need.
 */
export const AUTHORIZE_PATH = "/oauth/authorize";
