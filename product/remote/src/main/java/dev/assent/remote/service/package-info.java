/** Objects that a node exports to other processes, and proxies of other processes' objects. */
@NullMarked
package dev.assent.remote.service;

import org.jspecify.annotations.NullMarked;
