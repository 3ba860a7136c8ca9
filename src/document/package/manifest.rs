//! The manifest of an `OpenDocument` file: whether the file is encrypted, and the objects in it.

use lectern_base::Fault;

use super::container::Package;

/// Maximum number of objects listed.
const MAX_OBJECTS: usize = 200;
/// Maximum length of an object's path in bytes.
const MAX_PATH: usize = 1_000;

/// An object in a document, such as `Object 1`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EmbeddedObject {
    /// Its folder, without a slash at its end.
    pub folder: String,
    /// The last word of its type: `chart`, `formula`, `spreadsheet` …
    pub kind: String,
}

impl Package<'_> {
    /// The objects that the manifest lists, as far as it can be read.
    ///
    /// # Errors
    /// [`Fault::Locked`] if a part is encrypted.
    pub async fn objects(&mut self) -> Result<Vec<EmbeddedObject>, Fault> {
        let mut objects = Vec::new();
        let Ok(Some(mut xml)) = self.xml("META-INF/manifest.xml") else { return Ok(objects) };
        while let Ok(true) = xml.opens(0) {
            xml.pause().await;
            match xml.name() {
                "encryption-data" => return Err(Fault::Locked),
                "file-entry" if objects.len() < MAX_OBJECTS => {
                    let path = xml.attribute("full-path").unwrap_or_default();
                    let folder = path.strip_suffix('/').filter(|path| !path.is_empty() && path.len() <= MAX_PATH);
                    let kind = xml.attribute("media-type").unwrap_or_default();
                    let kind = kind.strip_prefix("application/vnd.oasis.opendocument.");
                    if let (Some(folder), Some(kind)) = (folder, kind) {
                        objects
                            .push(EmbeddedObject { folder: folder.to_owned(), kind: kind.chars().take(64).collect() });
                    }
                }
                _ => {}
            }
        }
        Ok(objects)
    }
}
