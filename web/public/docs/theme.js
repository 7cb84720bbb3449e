// Before the first paint: the theme chosen in the app, else the device's. As in /boot.js.
const device = matchMedia("(prefers-color-scheme: dark)");
const apply = () => {
	let theme = null;
	try {
		theme = localStorage.getItem("theme");
	} catch {
		// Storage may be forbidden; the device's own choice holds then.
	}
	const isDark = theme === "dark" || (theme !== "light" && device.matches);
	document.documentElement.classList.toggle("dark-mode", isDark);
};
apply();
device.addEventListener("change", apply);
