const BROWSERS: [RegExp, string][] = [
	[/Edg(?:e|A|iOS)?\//, "Edge"],
	[/OPR\//, "Opera"],
	[/SamsungBrowser\//, "Samsung Internet"],
	[/Firefox\/|FxiOS\//, "Firefox"],
	[/Chrome\/|CriOS\//, "Chrome"],
	[/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
	[/iPhone|iPad/, "iOS"],
	[/Android/, "Android"],
	[/Windows/, "Windows"],
	[/Mac OS X/, "macOS"],
	[/CrOS/, "ChromeOS"],
	[/Linux/, "Linux"],
];

const find = (list: [RegExp, string][], text: string) =>
	list.find(([pattern]) => pattern.test(text))?.[1];

/** Returns browser and system of a user agent; null if either is unknown. */
export function browserName(userAgent: string | null): { browser: string; system: string } | null {
	if (!userAgent) return null;
	const browser = find(BROWSERS, userAgent);
	const system = find(SYSTEMS, userAgent);
	return browser && system ? { browser, system } : null;
}
