import type { useTexts } from "../texts.ts";

/** "2 min left" from seconds. */
export function timeLeft(t: ReturnType<typeof useTexts>, seconds: number): string {
	if (seconds < 60) return t("upload.secondsLeft", { n: Math.max(1, seconds) });
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 60) return t("upload.minutesLeft", { n: minutes });
	return t("upload.hoursLeft", { h: Math.floor(minutes / 60), m: minutes % 60 });
}
