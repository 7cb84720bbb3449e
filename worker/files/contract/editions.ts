/** Of a picture's web edition. */
export const WEB_TYPE = "image/jpeg";

/** A picture's web edition is named after the original. */
export const webFile = (name: string) => ({
	originalName: `${name.replace(/(?!^)\.[^.]*$/, "")}.jpg`,
	mimeType: WEB_TYPE,
});
