/** Sizes that the share page needs too, which loads no schemas. */

/** The longest edge of a watermarked preview in pixels. */
export const WATERMARKED_EDGE = 1024;
/** The widths in pixels in which a sharp preview is served beside its full size. */
export const PREVIEW_WIDTHS = [256, 384, 640] as const;
