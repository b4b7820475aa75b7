/** What an application gets of a pool: handles of the objects of the JDBC API, which lead to no object of the driver's. */
@NullMarked
package dev.assent.resources.handle;

import org.jspecify.annotations.NullMarked;
