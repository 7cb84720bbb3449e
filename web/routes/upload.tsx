export default function UploadRoute() {
	return <h1>Upload</h1>;
}
