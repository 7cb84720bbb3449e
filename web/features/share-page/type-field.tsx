import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { GLYPH_SHEET } from "../../../worker/files/previews/contract/preview-sizes.ts";
import type { GlyphSheet } from "../../../worker/files/previews/contract/previews.ts";
import { formatSize } from "../../lib/i18n/format.ts";
import { useColorScheme } from "../../lib/page/theme.ts";
import { useCommonTexts } from "../../lib/texts/common-texts.ts";
import { useExhibitTexts } from "./exhibit-texts.ts";
import { extensionOf } from "./file-names.ts";
import { fetchGlyphs } from "./queries/glyphs.ts";
import { Section, ShowAll, useFirst } from "./section.tsx";
import { BOX, hasLetters, setWords } from "./set-words.ts";
import { titleOf } from "./titles.ts";

const MAX_WORDS = 60;
/** In CSS pixels, on phones and in wider places. */
const SIZES = [36, 48] as const;
const NARROW = 480;
/** Room at both ends for letters that reach over their advance. */
const OVERHANG = 8;

/** A field in which a buyer types, and the words in each font, whose name opens its specimen. */
export function TypeField({
	files,
	onOpen,
}: {
	files: readonly ShareFile[];
	onOpen: (file: ShareFile) => void;
}) {
	const t = useExhibitTexts();
	const [typed, setTyped] = useState("");
	const [isBoxed, setBoxed] = useState(false);
	const [shown, showAll] = useFirst(files);
	return (
		<Section title={t("exhibits.tryFonts", { n: files.length })}>
			<input
				className="min-h-12 w-full rounded-control border border-edge bg-surface px-3.5 text-[1rem]"
				maxLength={MAX_WORDS}
				value={typed}
				aria-label={t("exhibits.ownWords")}
				placeholder={t("exhibits.ownWords")}
				autoComplete="off"
				spellCheck={false}
				onChange={({ target }) => {
					setTyped(target.value);
					setBoxed(false);
				}}
			/>
			{isBoxed && <p className="mt-1.5 text-13 text-muted">{t("exhibits.boxed")}</p>}
			<ul className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
				{shown.map((file) => (
					<SetFont
						key={file.id}
						file={file}
						words={typed}
						onBox={() => setBoxed(true)}
						onOpen={() => onOpen(file)}
					/>
				))}
			</ul>
			<ShowAll label={t("exhibits.showAll", { n: files.length })} onClick={showAll} />
		</Section>
	);
}

function SetFont({
	file,
	words,
	onBox,
	onOpen,
}: {
	file: ShareFile;
	words: string;
	onBox: () => void;
	onOpen: () => void;
}) {
	const t = useExhibitTexts();
	const common = useCommonTexts();
	const row = useRef<HTMLLIElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const { letters, retry } = useLetters(file.preview?.glyphs ?? "", row);
	const scheme = useColorScheme();
	const name = titleOf(file);
	const sheet = letters?.sheet;
	const set = words.trim() ? words.normalize() : sheet ? sampleOf(file, sheet) : "";
	// biome-ignore lint/correctness/useExhaustiveDependencies: the colour is that of the theme in force
	useLayoutEffect(() => {
		if (!canvas.current || !letters) return;
		const draw = () => canvas.current && drawWords(canvas.current, set, letters);
		draw();
		if (!hasLetters(set, letters.sheet)) onBox();
		addEventListener("resize", draw);
		return () => removeEventListener("resize", draw);
	}, [letters, set, scheme]);
	return (
		<li ref={row} className="px-4 py-3">
			<p className="flex items-baseline justify-between gap-4">
				<button
					type="button"
					dir="auto"
					title={file.originalName}
					aria-label={t("exhibits.previewNamed", { name })}
					className="min-w-0 cursor-zoom-in truncate font-medium underline decoration-line underline-offset-3 hover:decoration-current"
					onClick={onOpen}
				>
					{name}
				</button>
				<span className="tabular shrink-0 text-13 text-muted">
					{[extensionOf(file.originalName), formatSize(file.size)].filter(Boolean).join(" · ")}
				</span>
			</p>
			{retry ? (
				<>
					<p dir="auto" className="truncate text-28 text-muted">
						{words.trim() || name}
					</p>
					<p role="status" className="flex flex-wrap items-center gap-x-3 text-13 text-muted">
						{t("exhibits.lettersFailed")}
						<button type="button" className="btn btn-ghost btn-sm" onClick={retry}>
							{common("common.retry")}
						</button>
					</p>
				</>
			) : (
				<canvas
					ref={canvas}
					role="img"
					aria-label={set ? t("exhibits.wordsIn", { words: set, name }) : name}
					className="-mx-2 mt-1 block h-14 w-[calc(100%+1rem)]"
				/>
			)}
		</li>
	);
}

/** The family's name, or the font's own letters where it lacks those. */
function sampleOf(file: ShareFile, sheet: GlyphSheet): string {
	const { family } = file.preview?.tags ?? {};
	if (family && hasLetters(family, sheet)) return family;
	const letters = Object.keys(sheet.glyphs).filter((char) => /\p{L}/u.test(char));
	return letters.slice(0, 26).join("");
}

type Letters = { sheet: GlyphSheet; picture: HTMLCanvasElement };

/** `letters`: null until the row comes near the window, and they are there. `retry`: null unless loading failed. */
function useLetters(source: string, row: RefObject<HTMLElement | null>) {
	const [letters, setLetters] = useState<Letters | null>(null);
	const [hasFailed, setFailed] = useState(false);
	useEffect(() => {
		if (!row.current || hasFailed) return;
		let isShown = true;
		const observer = new IntersectionObserver(
			([seen]) => {
				if (!seen?.isIntersecting) return;
				observer.disconnect();
				lettersOf(source).then(
					(loaded) => isShown && setLetters(loaded),
					() => isShown && setFailed(true),
				);
			},
			{ rootMargin: "50%" },
		);
		observer.observe(row.current);
		return () => {
			isShown = false;
			observer.disconnect();
		};
	}, [source, row, hasFailed]);
	const retry = useCallback(() => setFailed(false), []);
	useEffect(() => {
		if (!hasFailed) return;
		addEventListener("online", retry);
		return () => removeEventListener("online", retry);
	}, [hasFailed, retry]);
	return { letters, retry: hasFailed ? retry : null };
}

async function lettersOf(source: string): Promise<Letters> {
	const sheet = await fetchGlyphs(source);
	const image = new Image();
	image.src = sheet.picture;
	await image.decode();
	const picture = document.createElement("canvas");
	picture.width = image.naturalWidth;
	picture.height = image.naturalHeight;
	const context = picture.getContext("2d");
	if (!context) throw new Error("no canvas");
	context.drawImage(image, 0, 0);
	const pixels = context.getImageData(0, 0, picture.width, picture.height);
	// Black on white becomes ink on nothing, without the encoder's haze around letters.
	for (let at = 0; at < pixels.data.length; at += 4)
		pixels.data[at + 3] = 1.1 * (255 - (pixels.data[at] ?? 0)) - 25;
	context.putImageData(pixels, 0, 0);
	return { sheet, picture };
}

function drawWords(canvas: HTMLCanvasElement, words: string, { sheet, picture }: Letters): void {
	const width = canvas.clientWidth;
	const scale = SIZES[width < NARROW ? 0 : 1] / GLYPH_SHEET.em;
	const lines = setWords(words, sheet, (width - 2 * OVERHANG) / scale);
	const height = lines.length * sheet.height * scale;
	canvas.width = Math.round(width * devicePixelRatio);
	canvas.height = Math.round(height * devicePixelRatio);
	canvas.style.height = `${height}px`;
	const context = canvas.getContext("2d");
	if (!context) return;
	context.scale(devicePixelRatio, devicePixelRatio);
	context.translate(OVERHANG, 0);
	context.scale(scale, scale);
	context.imageSmoothingQuality = "high";
	context.lineWidth = 3;
	// The server may have scaled it down.
	const size = picture.width / GLYPH_SHEET.width;
	for (const [at, line] of lines.entries())
		for (const { x, glyph } of line) {
			const top = at * sheet.height;
			if (glyph) {
				const [from, above, wide, left] = glyph;
				const part = [from * size, above * size, wide * size, sheet.height * size] as const;
				context.drawImage(picture, ...part, x + left, top, wide, sheet.height);
			} else
				context.strokeRect(x + BOX.gap, top + sheet.ascent - BOX.height, BOX.width, BOX.height);
		}
	context.globalCompositeOperation = "source-in";
	context.fillStyle = getComputedStyle(canvas).color;
	context.resetTransform();
	context.fillRect(0, 0, canvas.width, canvas.height);
}
