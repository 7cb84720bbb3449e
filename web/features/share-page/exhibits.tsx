import type { ShareCover, ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import { Archives } from "./archives.tsx";
import { Films } from "./films.tsx";
import { OtherFiles } from "./other-files.tsx";
import { Pages } from "./pages.tsx";
import { Tracks } from "./tracks.tsx";
import type { Goods } from "./view.ts";

/** What stands below the pictures: what can be heard, watched, leafed through or looked into, and the other files. */
export function Exhibits({
	goods: { tracks, films, pages, archives, others },
	trackCover,
	paid,
	isAll,
	onOpen,
}: {
	goods: Goods;
	/** stands beside the tracks; null where the page shows it elsewhere */
	trackCover: ShareCover | null;
	paid: boolean;
	/** the others are all files of the share */
	isAll: boolean;
	onOpen: (file: ShareFile) => void;
}) {
	return (
		<>
			{tracks.length > 0 && <Tracks files={tracks} cover={trackCover} paid={paid} />}
			{films.length > 0 && <Films files={films} paid={paid} />}
			{pages.length > 0 && <Pages files={pages} onOpen={onOpen} />}
			{!paid && archives.length > 0 && <Archives files={archives} />}
			{!paid && others.length > 0 && <OtherFiles files={others} isAll={isAll} />}
		</>
	);
}
