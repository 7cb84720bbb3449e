// The buy button of other sites. Without it the button is a plain link; whatever fails here ends with that link.
// It asks nothing of the page's policy but this script and a frame of its origin: styles are constructed, which
// no policy concerns, and there is no markup in strings.
(() => {
	const { origin } = new URL(document.currentScript.src);
	const BUTTON = "a[data-tillbox]";
	/** The card has announced itself by then, or the link is followed instead. In ms. */
	const PATIENCE = 8000;
	/** "Close" in other languages, by their tags, longer ones first; the build writes them (tools/build/button-script.ts). */
	const CLOSE = {};

	const sheetOf = (text) => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(text);
		return sheet;
	};

	const LOOK = `${BUTTON}{display:inline-block;padding:.75em 1.25em;border:1px solid #1b1a17;border-radius:10px;background:#1b1a17;color:#fff;font:600 16px/1.2 system-ui,sans-serif;text-decoration:none;cursor:pointer}
${BUTTON}[data-look=light]{background:#fff;color:#1b1a17}
${BUTTON}:hover{opacity:.88}
${BUTTON}:focus-visible{outline:3px solid #0f7b5f;outline-offset:2px}`;

	const DIALOG = `dialog{box-sizing:border-box;width:min(460px,100vw - 32px);height:min(640px,100dvh - 32px);max-width:none;max-height:none;margin:auto;padding:0;border:0;border-radius:16px;overflow:hidden;background:#fff;color-scheme:light dark}
dialog::backdrop{background:rgb(0 0 0/.5)}
iframe{display:block;width:100%;height:100%;border:0}
button{position:absolute;top:10px;right:10px;width:44px;height:44px;padding:0;border:0;border-radius:50%;background:rgb(27 26 23/.82);color:#fff;font:24px/1 system-ui,sans-serif;cursor:pointer}
button:focus-visible{outline:3px solid #fff;outline-offset:-5px}
@media (prefers-color-scheme:dark){dialog{background:#1e1c19}}
@media (max-width:600px){dialog{width:100vw;height:100dvh;border-radius:0}}
@media (prefers-reduced-motion:no-preference){dialog{animation:rise .18s ease-out}@keyframes rise{from{opacity:0;transform:translateY(12px)}}}`;

	function open(link) {
		const host = document.createElement("div");
		const root = host.attachShadow({ mode: "open" });
		root.adoptedStyleSheets = [sheetOf(DIALOG)];
		const dialog = document.createElement("dialog");
		const frame = document.createElement("iframe");
		const button = document.createElement("button");
		const lang = document.documentElement.lang.toLowerCase();
		const tags = Object.keys(CLOSE);
		const tag =
			tags.find((tag) => `${lang}-`.startsWith(`${tag}-`)) ??
			tags.find((tag) => tag.split("-")[0] === lang.split("-")[0]);
		const ends = new AbortController();
		const { signal } = ends;
		// At once: the event of a closed dialog comes later, when the link can have been pressed again.
		const close = () => {
			if (signal.aborted) return;
			ends.abort();
			clearTimeout(timer);
			dialog.close();
			host.remove();
			link.focus();
		};
		const follow = () => {
			close();
			location.assign(link.href);
		};
		const timer = setTimeout(follow, PATIENCE);

		dialog.ariaModal = "true";
		dialog.ariaLabel = frame.title = link.textContent.trim();
		frame.src = `${origin}/embed/${encodeURIComponent(link.dataset.tillbox)}`;
		button.type = "button";
		button.ariaLabel = CLOSE[tag] || "Close";
		button.textContent = "×";
		button.onclick = dialog.oncancel = dialog.onclose = close;
		dialog.onclick = ({ target }) => target === dialog && close();
		// The page's policy refuses the frame.
		document.addEventListener(
			"securitypolicyviolation",
			({ blockedURI }) => blockedURI.startsWith(origin) && follow(),
			{ signal },
		);
		addEventListener(
			"message",
			({ source, origin: sender, data }) => {
				if (source !== frame.contentWindow || sender !== origin) return;
				if (data.type === "tillbox:ready") clearTimeout(timer);
				if (data.type === "tillbox:close") close();
				if (data.type === "tillbox:paid") {
					close();
					const detail = { share: data.share };
					link.dispatchEvent(new CustomEvent("tillbox:paid", { bubbles: true, detail }));
				}
			},
			{ signal },
		);
		dialog.append(button, frame);
		root.append(dialog);
		document.body.append(host);
		dialog.showModal();
	}

	document.addEventListener("click", (event) => {
		const link = event.target.closest?.(BUTTON);
		const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
		if (!link || event.defaultPrevented || button || metaKey || ctrlKey || shiftKey || altKey)
			return;
		if (new URL(link.href).origin !== origin) return;
		try {
			open(link);
			event.preventDefault();
		} catch {
			// The browser lacks something: it follows the link.
		}
	});

	// Nothing of the page waits for the look.
	(window.requestIdleCallback || setTimeout)(() => {
		try {
			document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetOf(LOOK)];
		} catch {
			// An old browser shows a plain link.
		}
	});
})();
