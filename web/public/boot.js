// Blocking and tiny. The policy of our pages forbids inline scripts, so it is a file.

// A chosen theme and language are there before the first paint. web/lib/theme.ts and i18n.ts write them.
try {
	const theme = localStorage.getItem("theme");
	if (theme === "light") document.documentElement.dataset.theme = "tillbox";
	if (theme === "dark") document.documentElement.dataset.theme = "tillbox-dark";
	const locale = localStorage.getItem("locale");
	if (locale) document.documentElement.lang = locale;
} catch {
	// Storage may be forbidden; the device's own choice holds then.
}

// The chunks of the screen come together with the app, not after it. dev/route-chunks.ts writes the table.
const table = document.getElementById("route-chunks");
if (table) {
	const chunks = JSON.parse(table.textContent);
	const words = location.pathname.split("/").filter(Boolean);
	const isCreator = /(?:^|;\s*)signed_in=1/.test(document.cookie);
	const route = words.length === 0 && isCreator ? "dashboard" : words[0];
	for (const href of chunks[words.slice(0, 2).join("/")] ?? chunks[route ?? ""] ?? []) {
		const link = document.createElement("link");
		link.rel = "modulepreload";
		link.href = href;
		document.head.append(link);
	}
}

// The share page is rendered by the server: its app is fetched after that first picture. dev/defer-app-script.ts.
document.addEventListener("DOMContentLoaded", () => {
	const late = document.getElementById("deferred-app");
	if (!late) return;
	const start = () => {
		for (const link of document.querySelectorAll("link[rel^=late-]"))
			link.rel = link.rel.replace("late-", "");
		const app = document.createElement("script");
		app.type = "module";
		app.crossOrigin = "";
		app.src = late.href;
		document.head.append(app);
	};
	// Pages in the background draw no frames, and a page that is not painted has nothing to wait for.
	const isPainted = document.getElementById("root")?.childElementCount;
	if (document.hidden || !isPainted || !PerformanceObserver.supportedEntryTypes.includes("paint"))
		return start();
	new PerformanceObserver((_, observer) => {
		observer.disconnect();
		start();
	}).observe({ type: "paint", buffered: true });
});
