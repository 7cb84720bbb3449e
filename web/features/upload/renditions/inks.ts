/** The colours of a JPEG's pixels when they are inks. */
const INKS = 4;

/** Whether this browser shows a JPEG of so many colours falsely: Firefox takes inks for light. */
export const showsFalsely = (components: number) =>
	components === INKS && navigator.userAgent.includes("Firefox/");
