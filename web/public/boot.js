// Blocking and tiny, so that a chosen theme and language are there before the first paint.
// The policy of our pages forbids inline scripts. web/lib/theme.ts and i18n.ts write these values.
try {
	const theme = localStorage.getItem("theme");
	if (theme === "light") document.documentElement.dataset.theme = "tillbox";
	if (theme === "dark") document.documentElement.dataset.theme = "tillbox-dark";
	const locale = localStorage.getItem("locale");
	if (locale) document.documentElement.lang = locale;
} catch {
	// Storage may be forbidden; the device's own choice holds then.
}
