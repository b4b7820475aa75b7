/** What the text of SQL does to the transaction that it is run in. */
@NullMarked
package dev.assent.resources.sql;

import org.jspecify.annotations.NullMarked;
