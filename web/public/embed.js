// What the card of a share does more in a frame of another site. It works without.
const tell = (message) => parent !== window && parent.postMessage(message, "*");

tell({ type: "tillbox:ready" });

// The page around the frame hears no key that is pressed inside.
addEventListener("keydown", ({ key }) => key === "Escape" && tell({ type: "tillbox:close" }));

// The checkout in a window above the page: in a frame of another site it would have no cookies. Where no
// window can be opened the link opens a tab.
document.addEventListener("click", (event) => {
	const link = event.target.closest("a[data-buy]");
	if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
	const url = new URL(link.href);
	url.searchParams.set("opener", "1");
	const width = Math.min(560, screen.availWidth);
	const height = Math.min(820, screen.availHeight);
	const left = Math.round((screen.availWidth - width) / 2);
	const top = Math.round((screen.availHeight - height) / 2);
	const features = `popup,width=${width},height=${height},left=${left},top=${top}`;
	// A page that isolates itself gets no handle on the window; that it was opened has used up the click.
	if (window.open(url, "_blank", features) || navigator.userActivation?.isActive === false)
		event.preventDefault();
});

// That window is of our own origin and says when it is paid.
addEventListener("message", ({ origin, data }) => {
	if (origin === location.origin && data?.type === "tillbox:paid")
		tell({ type: "tillbox:paid", share: data.share });
});
