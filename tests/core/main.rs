//! The core through its public names.
#![cfg(not(target_arch = "wasm32"))]

#[cfg(test)]
mod answers;
#[cfg(test)]
mod arguments;
#[cfg(test)]
mod budgets;
#[cfg(test)]
mod cases;
#[cfg(test)]
mod catalogue;
#[cfg(test)]
mod catalogue_properties;
#[cfg(test)]
mod catalogue_rules;
#[cfg(test)]
mod catalogue_shared;
#[cfg(test)]
mod change_reasons;
#[cfg(test)]
mod change_warnings;
#[cfg(test)]
mod changes;
#[cfg(test)]
mod closed_content;
#[cfg(test)]
mod definitions;
#[cfg(test)]
mod document_canvas;
#[cfg(test)]
mod document_clippings;
#[cfg(test)]
mod document_containers;
#[cfg(test)]
mod document_docx;
#[cfg(test)]
mod document_docx_hostile;
mod document_docx_marks;
mod document_docx_math;
#[cfg(test)]
mod document_epub;
#[cfg(test)]
mod document_eml;
#[cfg(test)]
mod document_excalidraw;
#[cfg(test)]
mod document_html;
#[cfg(test)]
mod document_html_hostile;
#[cfg(test)]
mod document_ipynb;
#[cfg(test)]
mod document_odf;
#[cfg(test)]
mod document_places;
#[cfg(test)]
mod document_pptx;
#[cfg(test)]
mod document_rtf;
#[cfg(test)]
mod document_sheets;
#[cfg(test)]
mod documents;
#[cfg(test)]
mod drawings;
#[cfg(test)]
mod edited_changes;
#[cfg(test)]
mod encodings;
#[cfg(test)]
mod finding;
#[cfg(test)]
mod formats;
#[cfg(test)]
mod front_matter;
#[cfg(test)]
mod guards;
#[cfg(test)]
mod ignore;
#[cfg(test)]
mod kept_index;
#[cfg(test)]
mod kept_index_properties;
#[cfg(test)]
mod kept_vectors;
#[cfg(test)]
mod kinds;
#[cfg(test)]
mod links;
#[cfg(test)]
mod listing;
#[cfg(test)]
mod listing_base;
#[cfg(test)]
mod listing_properties;
#[cfg(test)]
mod listing_where;
#[cfg(test)]
mod marks;
#[cfg(test)]
mod meaning;
#[cfg(test)]
mod moves;
#[cfg(test)]
mod name_ends;
#[cfg(test)]
mod note_parts;
#[cfg(test)]
mod note_parts_properties;
#[cfg(test)]
mod notes_agree;
#[cfg(test)]
mod pages;
mod path;
#[cfg(test)]
mod policy;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod related_notes;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod search_documents;
#[cfg(test)]
mod search_forms;
#[cfg(test)]
mod search_index;
#[cfg(test)]
mod search_index_properties;
#[cfg(test)]
mod search_notes;
#[cfg(test)]
mod search_notes_properties;
mod search_passages;
#[cfg(test)]
mod search_time;
#[cfg(test)]
mod search_words;
#[cfg(test)]
mod session;
#[cfg(test)]
mod several;
#[cfg(test)]
mod spellings;
#[cfg(test)]
mod tag_forms;
#[cfg(test)]
mod text;
#[cfg(test)]
mod tokens;
#[cfg(test)]
mod undo;
#[cfg(test)]
mod unreadable;
#[cfg(test)]
mod why;
#[cfg(test)]
#[path = "../support/mod.rs"]
mod support;
