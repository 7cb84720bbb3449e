// Blocking and tiny. The policy of our pages forbids inline scripts, so it is a file.

// A chosen theme is there before the first paint. web/lib/theme.ts writes it.
try {
	const theme = localStorage.getItem("theme");
	if (theme === "light") document.documentElement.dataset.theme = "tillbox";
	if (theme === "dark") document.documentElement.dataset.theme = "tillbox-dark";
} catch {
	// Storage may be forbidden; the device's own choice holds then.
}

// A page that is rendered already is painted before its fonts are requested, in fallbacks of the same size: on a
// slow line they cost a third of the time until the first picture. Who comes from another page of ours has them.
const fonts = document.querySelectorAll('link[rel="late-preload"]');
if (document.referrer.startsWith(`${location.origin}/`))
	for (const link of fonts) Object.assign(link, { as: "font", rel: "preload" });
else if (fonts.length > 0) document.documentElement.dataset.fonts = "later";
const requestFonts = () => delete document.documentElement.dataset.fonts;

// The chunks of the screen come together with the app, not after it. tools/build/route-chunks.ts writes the table.
const table = document.getElementById("route-chunks");
if (table) {
	const chunks = JSON.parse(table.textContent);
	const words = location.pathname.split("/").filter(Boolean);
	let isCreator = false;
	try {
		isCreator = /(?:^|;\s*)signed_in=1/.test(document.cookie);
	} catch {
		// A sandboxed view has no cookies.
	}
	const route = words.length === 0 && isCreator ? "dashboard" : words[0];
	for (const href of chunks[words.slice(0, 2).join("/")] ?? chunks[route ?? ""] ?? []) {
		const link = document.createElement("link");
		link.rel = "modulepreload";
		link.href = href;
		document.head.append(link);
	}
}

// A click on a button of a rendered page is repeated when its app has started (web/lib/page.ts), and no
// form is sent before. Enter in a field clicks the form's button. A popover's button needs no app.
const isWaiting = () => document.querySelector("#root.first-paint") !== null;
document.addEventListener("click", ({ target }) => {
	if (isWaiting())
		target.closest?.("button:not([popovertarget])")?.setAttribute("data-clicked", "");
});
document.addEventListener("submit", (event) => {
	if (isWaiting()) event.preventDefault();
});

// A page that is rendered already fetches its app after its first paint. tools/build/defer-app.ts.
document.addEventListener("DOMContentLoaded", () => {
	const late = document.getElementById("deferred-app");
	if (!late) return;
	const start = () => {
		for (const link of document.querySelectorAll("link[rel=late-modulepreload]"))
			link.rel = "modulepreload";
		const app = document.createElement("script");
		app.type = "module";
		app.crossOrigin = "";
		app.src = late.href;
		document.head.append(app);
	};
	// Pages in the background draw no frames, and a page that is not painted has nothing to wait for.
	const isPainted = document.getElementById("root")?.childElementCount;
	if (document.hidden || !isPainted || !PerformanceObserver.supportedEntryTypes.includes("paint")) {
		requestFonts();
		return start();
	}
	new PerformanceObserver((_, observer) => {
		observer.disconnect();
		requestFonts();
		afterPictures(start);
	}).observe({ type: "paint", buffered: true });
});

// What a visitor came to see is there before the app: it waits for the pictures of the first screen, but
// no longer than a second.
function afterPictures(start) {
	const inView = [...document.images].filter((image) => {
		const { top, width } = image.getBoundingClientRect();
		return width > 0 && top < innerHeight && !image.complete;
	});
	const settled = inView.map(
		(image) => new Promise((done) => (image.onload = image.onerror = done)),
	);
	Promise.race([Promise.all(settled), new Promise((done) => setTimeout(done, 1000))]).then(start);
}
