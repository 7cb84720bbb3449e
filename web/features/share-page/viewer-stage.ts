import PhotoSwipe, { type PhotoSwipeOptions, type SlideData } from "photoswipe";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { fileLinks } from "../../lib/server/queries/files.ts";
import { boughtSources, isBrowserImage } from "./bought-sources.ts";
import { srcSetOf } from "./preview-sources.ts";
import { pauseOthers } from "./use-player.ts";
import { isOpen, isPlayable, ratioOf } from "./view.ts";

export const STAGE_SIZES = ["compact", "medium", "large"] as const;
export type StageSize = (typeof STAGE_SIZES)[number];

/** Part of the window left free on each side; none on phones. */
const MARGINS: Record<StageSize, number> = { compact: 0.22, medium: 0.08, large: 0 };
const WIDE_PX = 1024;
/** Height of the bars, which cover only large pictures on wide screens. */
const BAR_PX = 68;
/** Size of pictures that are tiny, or of unknown size. */
const LARGEST_PX = 2400;

type Slide = SlideData & { file: ShareFile };

export type Stage = {
	move: (by: 1 | -1) => void;
	goTo: (at: number) => void;
	resize: (size: StageSize) => void;
	/** with its animation, then `onClose` */
	close: () => void;
	/** without `onClose` */
	destroy: () => void;
};

type Options = {
	files: readonly ShareFile[];
	paid: boolean;
	at: number;
	size: StageSize;
	onShow: (file: ShareFile) => void;
	onClose: () => void;
	/** on a picture or next to it */
	onTap: () => void;
};

/** The largest allowed size. */
function sizeOf(file: ShareFile): { width: number; height: number } {
	const { width, height } = file.preview ?? file.display ?? {};
	if (width && height && Math.max(width, height) > LARGEST_PX / 2) return { width, height };
	const ratio = ratioOf(file);
	return ratio > 1
		? { width: LARGEST_PX, height: Math.round(LARGEST_PX / ratio) }
		: { width: Math.round(LARGEST_PX * ratio), height: LARGEST_PX };
}

function slideOf(file: ShareFile, paid: boolean): Slide {
	const { preview } = file;
	const slide = { file, alt: file.originalName, ...sizeOf(file) };
	const open = isOpen(file, paid);
	if (file.icon === "video" && isPlayable(file, open)) return { ...slide, type: "film" };
	const bought = open ? boughtSources(file) : null;
	if (bought) return { ...slide, type: "image", ...bought };
	if (preview?.src && preview.kind !== "image")
		return {
			...slide,
			type: "image",
			src: preview.src,
			srcset: srcSetOf(preview, preview.src),
		};
	return { ...slide, type: "frosted" };
}

/** For files without another picture, or whose picture fails. */
function frosted({ preview, originalName }: ShareFile): HTMLElement {
	const box = document.createElement("div");
	box.className = "frosted absolute inset-0 bg-neutral-800";
	const source = preview?.placeholder ?? (preview?.kind === "image" ? preview.src : null);
	if (source) {
		const image = document.createElement("img");
		image.src = source;
		image.alt = originalName;
		box.append(image);
	}
	return box;
}

function film(file: ShareFile): HTMLElement {
	const video = document.createElement("video");
	video.controls = true;
	video.playsInline = true;
	video.preload = "metadata";
	video.ariaLabel = file.originalName;
	video.src = fileLinks.stream(file.id);
	if (file.preview?.src) video.poster = file.preview.src;
	video.className = "absolute inset-0 size-full bg-black";
	video.addEventListener("play", () => pauseOthers(video));
	return video;
}

const isControl = (target: EventTarget | null) =>
	target instanceof HTMLMediaElement ||
	target instanceof HTMLInputElement ||
	target instanceof HTMLTextAreaElement;

export function openStage(box: HTMLElement, options: Options): Stage {
	const { files, paid, at, onShow, onClose, onTap } = options;
	let { size } = options;
	let isDestroyed = false;
	const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
	const settings: PhotoSwipeOptions = {
		dataSource: files.map((file) => slideOf(file, paid)),
		index: at,
		appendToEl: box,
		bgOpacity: 1,
		mainClass: "viewer-stage",

		showHideAnimationType: isCalm ? "none" : "fade",
		zoomAnimationDuration: isCalm ? false : 200,
		// The surrounding dialog has the buttons, the focus and the Escape key.
		arrowPrev: false,
		arrowNext: false,
		close: false,
		zoom: false,
		counter: false,
		trapFocus: false,
		returnFocus: false,
		escKey: false,
		tapAction: onTap,
		imageClickAction: "zoom",
		bgClickAction: "close",
		wheelToZoom: true,
		maxZoomLevel: 4,
		paddingFn: ({ x, y }) => {
			if (x < WIDE_PX) return { top: 0, bottom: 0, left: 0, right: 0 };
			const [side, end] = [x * MARGINS[size], y * MARGINS[size]];
			const bar = size === "large" ? 0 : BAR_PX;
			return { top: Math.max(bar, end), bottom: Math.max(bar, end), left: side, right: side };
		},
	};
	const pswp = new PhotoSwipe(settings);
	pswp.on("contentLoad", (event) => {
		const { type, file } = event.content.data as Slide;
		if (type !== "film" && type !== "frosted") return;
		event.preventDefault();
		event.content.element = document.createElement("div");
		event.content.element.append(type === "film" ? film(file) : frosted(file));
		event.content.state = "loaded";
	});
	pswp.addFilter("isContentZoomable", (zoomable, content) =>
		content.data.type === "frosted" ? true : zoomable,
	);
	pswp.addFilter("contentErrorElement", (_, content) => frosted((content.data as Slide).file));
	// A display copy suffices until one looks closer.
	pswp.on("zoomPanUpdate", ({ slide }) => {
		const image = slide.content.element;
		const { file, width } = slide.data as Slide;
		const isClose = slide.currZoomLevel > slide.zoomLevels.initial;
		const hasOriginal = paid || file.bought === "full";
		if (!isClose || !hasOriginal || !boughtSources(file)?.srcset || !isBrowserImage(file.mimeType))
			return;
		const original = fileLinks.preview(file.id);
		if (image instanceof HTMLImageElement && !image.srcset.includes(original))
			image.srcset += `, ${original} ${width}w`;
	});
	pswp.on("contentDeactivate", ({ content }) => content.element?.querySelector("video")?.pause());
	// A player's controls aren't gestures on the stage.
	pswp.on("pointerDown", (event) => {
		if (isControl(event.originalEvent.target)) event.preventDefault();
	});
	pswp.addFilter("preventPointerEvent", (prevents, event) => prevents && !isControl(event.target));
	pswp.on("keydown", (event) => {
		if (isControl(event.originalEvent.target)) event.preventDefault();
	});
	pswp.on("change", () => {
		const file = files[pswp.currIndex];
		if (file) onShow(file);
	});
	pswp.on("destroy", () => {
		if (!isDestroyed) onClose();
	});
	pswp.init();
	// The surrounding element is already a dialog.
	pswp.element?.removeAttribute("role");
	return {
		move: (by) => (by === 1 ? pswp.next() : pswp.prev()),
		goTo: (index) => {
			if (index !== pswp.currIndex) pswp.goTo(index);
		},
		resize: (next) => {
			size = next;
			pswp.updateSize(true);
		},
		close: () => {
			// The library ignores it while it opens.
			if (pswp.opener.isOpening) pswp.on("openingAnimationEnd", () => pswp.close());
			else pswp.close();
		},
		destroy: () => {
			isDestroyed = true;
			pswp.destroy();
		},
	};
}
