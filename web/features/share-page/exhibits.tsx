import type {
	ShareCover,
	ShareFile,
	ShareResponse,
} from "../../../worker/catalogue/shares/contract/shares.ts";
import { MAIN_FOLDER } from "../../../worker/contract/constants.ts";
import { Archives } from "./archives.tsx";
import { pairsIn } from "./before-after.ts";
import { Comparison } from "./comparison.tsx";
import { useExhibitTexts } from "./exhibit-texts.ts";
import { FilesTree, OtherFiles } from "./files-tree.tsx";
import { Films } from "./films.tsx";
import { LateTypeField } from "./late-type-field.ts";
import type { ClipStart } from "./own-tools.ts";
import { Pages } from "./pages.tsx";
import { Section } from "./section.tsx";
import { Tracks } from "./tracks.tsx";
import type { FilesByKind } from "./view.ts";

/** More are listed in folders, without pictures. */
const MOST_PICTURED = 12;
/** Up to this many documents show their pages next to folders. */
const MOST_DOCUMENTS = 3;

const isReadme = ({ originalName, folderPath }: ShareFile) =>
	folderPath === MAIN_FOLDER && /^read[ _-]?me\.(?:md|txt)$/i.test(originalName);

/** The field in which buyers type shows these fonts. */
const isTyped = ({ preview }: ShareFile) => Boolean(preview?.glyphs);

function arranged({ pages, archives, others }: FilesByKind, paid: boolean) {
	const readme = pages.find(isReadme) ?? null;
	const drawn = pages.filter((file) => file !== readme && !isTyped(file));
	const all = paid ? drawn : [...drawn, ...archives, ...others];
	if (all.length <= MOST_PICTURED) return { readme, pages: drawn, inFolders: [] };
	const documents = drawn.filter(({ preview }) => (preview?.pages ?? 0) > 1);
	const shown = documents.length <= MOST_DOCUMENTS ? documents : [];
	return { readme, pages: shown, inFolders: all.filter((file) => !shown.includes(file)) };
}

/** Pictures before and after an edit, above the gallery. */
export function Comparisons({ pictures, paid }: { pictures: readonly ShareFile[]; paid: boolean }) {
	const t = useExhibitTexts();
	const pairs = pairsIn(pictures, paid);
	if (pairs.length === 0) return null;
	return (
		<Section title={t("exhibits.beforeAfter")}>
			<div className="grid gap-4">
				{pairs.map((pair) => (
					<Comparison key={pair.before.id} pair={pair} paid={paid} />
				))}
			</div>
		</Section>
	);
}

export function Exhibits({
	page: { fileShare, files },
	goods,
	trackCover,
	albumCover,
	paid,
	ClipStart,
	onOpen,
}: {
	page: ShareResponse;
	goods: FilesByKind;
	/** null if the page shows it elsewhere */
	trackCover: ShareCover | null;
	albumCover: ShareFile | null;
	paid: boolean;
	ClipStart: ClipStart;
	onOpen: (file: ShareFile) => void;
}) {
	const { tracks, films, archives, others } = goods;
	const { readme, pages, inFolders } = arranged(goods, paid);
	const count = files.length;
	const fonts = goods.pages.filter(isTyped);
	const { shareId: slug, clip: policy } = fileShare;
	const own = fileShare.isOwner && paid ? { slug, policy, ClipStart } : null;
	return (
		<>
			{tracks.length > 0 && (
				<Tracks files={tracks} cover={trackCover} coverFile={albumCover} paid={paid} own={own} />
			)}
			{films.length > 0 && <Films files={films} paid={paid} own={own} />}
			{fonts.length > 0 && <LateTypeField files={fonts} onOpen={onOpen} />}
			{(readme || pages.length > 0) && <Pages lead={readme} files={pages} onOpen={onOpen} />}
			{inFolders.length > 0 ? (
				<FilesTree files={inFolders} isAll={inFolders.length === count} onOpen={onOpen} />
			) : (
				!paid && (
					<>
						{archives.length > 0 && <Archives files={archives} />}
						{others.length > 0 && <OtherFiles files={others} isAll={others.length === count} />}
					</>
				)
			)}
		</>
	);
}
