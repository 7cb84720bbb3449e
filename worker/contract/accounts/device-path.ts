/**
 * The screen on which a creator confirms what a program asks for. Apart from `paths`, which is a part of the
 * buyers' pages too, and from the schemas, which the router does not need.
 */
export const DEVICE_PATH = "/device";
